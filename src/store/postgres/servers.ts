// The servers of DATABASE_URL. Of several the one is used that is no standby. All are asked at once, so that one that is silent delays
// none, and the one that was found is asked alone until it fails.
import { SQL } from 'bun';
import { serversOf } from '../../lib/postgres-url.ts';
import { StoreUnavailable } from '../ports/errors.ts';
import { type ConnectOptions, tlsOptions } from './connect.ts';
import { isSilence, rejectOnSilence } from './silence.ts';

interface Opened {
  /** Of its server. */
  readonly url: string;
  readonly connection: SQL;
}

export interface Servers {
  /**
   * Opens a connection to the server that is used.
   * @param admit throws to refuse the connection
   */
  open(connect: (url: string) => SQL, admit: (connection: SQL) => Promise<void>): Promise<Opened>;
  /** After the server that is used fell silent. The next attempt asks all. */
  forget(): void;
}

export function createServers(url: string): Servers {
  const urls = serversOf(url).map((server) => server.url);
  let used: string | undefined = urls.length === 1 ? urls[0] : undefined;

  return {
    async open(connect, admit) {
      const openAt = (server: string) => openOne(server, connect, admit);
      if (used !== undefined) {
        try {
          return await openAt(used);
        } catch (error) {
          if (urls.length === 1) throw error;
          used = undefined;
        }
      }
      const attempts = urls.map(openAt);
      const first = await Promise.any(attempts).catch((error: AggregateError) => {
        throw mostTelling(error.errors);
      });
      used = first.url;
      for (const attempt of attempts)
        attempt.then(
          (other) => other !== first && discard(other.connection),
          () => undefined,
        );
      return first;
    },
    forget() {
      if (urls.length > 1) used = undefined;
    },
  };
}

async function openOne(
  url: string,
  connect: (url: string) => SQL,
  admit: (connection: SQL) => Promise<void>,
): Promise<Opened> {
  const connection = connect(url);
  try {
    await admit(connection);
    return { url, connection };
  } catch (error) {
    discard(connection);
    throw error;
  }
}

/** While one is silent, nobody waits for the next attempt. That a standby is one says less than any other error. */
const mostTelling = (errors: readonly unknown[]): unknown =>
  errors.find(isSilence) ?? errors.find((error) => !(error instanceof StoreUnavailable)) ?? errors[0];

export function discard(connection: SQL): void {
  void connection.close({ timeout: 0 }).catch(() => undefined);
}

/** @throws StoreUnavailable where the server takes no writes since it is a standby. It answers reads with what is old. */
export async function refuseStandby(connection: SQL, milliseconds: number): Promise<void> {
  if (await isStandby(connection, milliseconds)) throw new StoreUnavailable('PostgreSQL is a standby');
}

export async function isStandby(connection: SQL, milliseconds: number): Promise<boolean> {
  const asked = connection.unsafe('SELECT pg_is_in_recovery() AS "isStandby"');
  const [row] = await rejectOnSilence(asked, milliseconds, () => undefined);
  return row?.isStandby === true;
}

type CommandOptions = Pick<ConnectOptions, 'url' | 'timeoutMilliseconds' | 'caFile'>;

/** Opens a connection for set-up and commands, without a time-out of statements. A single server may be a standby. */
export function openForCommand({ url, timeoutMilliseconds, caFile }: CommandOptions): Promise<Opened> {
  const isOneOfSeveral = serversOf(url).length > 1;
  const connect = (server: string) =>
    new SQL(server, {
      max: 1,
      prepare: false,
      connectionTimeout: timeoutMilliseconds / 1000,
      ...tlsOptions(caFile),
    });
  return createServers(url).open(connect, async (connection) => {
    await connection.connect();
    if (isOneOfSeveral) await refuseStandby(connection, timeoutMilliseconds);
  });
}

/** @returns the URL of the server that is used now */
export async function findServer(options: CommandOptions): Promise<string> {
  const { url, connection } = await openForCommand(options);
  discard(connection);
  return url;
}
