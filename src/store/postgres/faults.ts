// The meaning of PostgreSQL's errors for the calls of a batch, in one table: the SQLSTATEs of appendix A of the manual, and the
// codes of the client.
import { SQL } from 'bun';
import { isWorkerFault } from './citus/worker-faults.ts';

/**
 * - `again`: the batch was rolled back for a reason that passes at once, and may run again.
 * - `call`: a call of the batch is at fault, and the others may run without it.
 * - `locked`: another transaction holds a lock. The statement had no effect, and may run again.
 * - `unavailable`: the database cannot serve now. With a broken connection the outcome is unknown.
 * - `bug`: a mistake in this program.
 */
export type Meaning = 'again' | 'call' | 'locked' | 'unavailable' | 'bug';

const bySqlState: readonly (readonly [pattern: RegExp, meaning: Meaning, what: string])[] = [
  [/^40001$/, 'again', 'serialization failure'],
  [/^40P01$/, 'again', 'deadlock'],
  [/^40003$/, 'unavailable', 'the outcome of the statement is unknown'],
  [
    /^23514$/,
    'again',
    'a partition was added while a row was on its way to another (we have no other check)',
  ],
  [/^23/, 'call', 'integrity constraint'],
  [/^22/, 'call', 'data exception'],
  [/^54/, 'call', 'program limit exceeded'],
  [/^08/, 'unavailable', 'connection exception'],
  [/^2500[346]$|^25P0[34]$/, 'unavailable', 'read-only: a standby, or a primary that was demoted'],
  [/^28|^3D|^42501$/, 'unavailable', 'the password, the rights or the database were changed'],
  [/^53/, 'unavailable', 'out of connections, memory or disk'],
  [/^55P03$/, 'locked', 'a lock was not acquired in time'],
  // An operator may have ended the connection (57P01) just after the commit: the outcome is unknown.
  [/^57/, 'unavailable', 'ended by an operator, shutting down, starting up, or past the statement time-out'],
  [/^58/, 'unavailable', 'system error of the server'],
  [/^XX00[12]$/, 'unavailable', 'corrupted data'],
];

export function meaningOf(error: unknown): Meaning {
  if (!(error instanceof SQL.PostgresError)) return 'bug';
  const { errno } = error;
  // Without a SQLSTATE the error is the client's: refused, closed, timed out, TLS.
  if (errno === undefined) return /^ERR_POSTGRES_/.test(error.code) ? 'unavailable' : 'bug';
  if (errno === 'XX000' && isWorkerFault(error.message)) return 'unavailable';
  const meaning = bySqlState.find(([pattern]) => pattern.test(errno))?.[1] ?? 'bug';
  return isFatal(error) && meaning !== 'again' ? 'unavailable' : meaning;
}

/** Did the server end the connection, or not take it? A database takes none, for instance, after ALLOW_CONNECTIONS false (55000). */
const isFatal = ({ severity }: SQL.PostgresError): boolean => severity === 'FATAL' || severity === 'PANIC';

/** True for an error that came after a time-out. A caller then has no time left for a second attempt. */
export function isTimeout(error: unknown): boolean {
  return isPastItsTime(error) || (error instanceof SQL.PostgresError && /TIMEOUT/.test(error.code));
}

/** True when the server ended the statement, which took too long. */
export const isPastItsTime = (error: unknown): boolean =>
  error instanceof SQL.PostgresError && error.errno === '57014';

/** True for an error that the server sent, and not its client. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof SQL.PostgresError && error.errno !== undefined;

/**
 * True when the connection is gone or was never made. An error of one statement leaves the connection as it is, also one of Citus
 * about the connection to a worker.
 */
export function endsConnection(error: unknown): boolean {
  if (!(error instanceof SQL.PostgresError) || error.severity === 'ERROR') return false;
  return isFatal(error) || error.errno === undefined || /^(?:08|28|3D|53300|57P)/.test(error.errno);
}

/** True when the server takes no writes: it is a standby, or was set to read-only. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof SQL.PostgresError && error.errno === '25006';
