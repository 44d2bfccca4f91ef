// A client of PostgreSQL with one connection, and the settings of that connection.
import { SQL } from 'bun';
import { readTextFile } from '../../lib/text-file.ts';
import { StoreUnavailable } from '../ports/errors.ts';
import { distributedSettings, plannerSettings } from './planner-settings.ts';

export interface ConnectOptions {
  readonly url: string;
  readonly timeoutMilliseconds: number;
  /** False behind a pooler in transaction mode that does not keep named statements. */
  readonly preparedStatements: boolean;
  readonly caFile: string | undefined;
  /** Are the tables distributed with Citus? Then statements are planned for their parameters, since Citus chooses the shard by them. */
  readonly isDistributed?: boolean;
}

interface OwnOptions {
  readonly statementMilliseconds?: number;
  readonly onClose?: () => void;
}

/**
 * A client of one connection. It connects at its first statement, and again after the connection broke. So a transaction has to
 * reserve it, or its later statements could run outside of the transaction.
 */
export function connect(
  { url, timeoutMilliseconds, preparedStatements, caFile, isDistributed }: ConnectOptions,
  { statementMilliseconds = timeoutMilliseconds, onClose = () => undefined }: OwnOptions = {},
): SQL {
  return new SQL(url, {
    max: 1,
    onclose: onClose,
    prepare: preparedStatements,
    connectionTimeout: timeoutMilliseconds / 1000,
    connection: {
      application_name: 'playkeep',
      // A pooler refuses settings that it does not track. Behind one, only the time-out of this process applies.
      ...(preparedStatements && {
        statement_timeout: statementMilliseconds,
        idle_in_transaction_session_timeout: timeoutMilliseconds,
        ...(isDistributed ? distributedSettings : plannerSettings),
      }),
    },
    ...tlsOptions(caFile),
  });
}

/** @throws StoreUnavailable with a sentence for the operator where the file cannot be read */
export function tlsOptions(caFile: string | undefined): Pick<SQL.PostgresOrMySQLOptions, 'tls'> {
  if (caFile === undefined) return {};
  try {
    return { tls: { ca: readTextFile(caFile) } };
  } catch (error) {
    throw new StoreUnavailable(`DATABASE_CA_FILE: ${(error as Error).message}`, { cause: error });
  }
}
