// Console sessions in PostgreSQL. A session that begins deletes those that have ended, so no job does.
import { CONSOLE_SESSIONS_PER_KEY_MAX } from '../../limits.ts';
import type { ConsoleSessionStore, NewConsoleSession } from '../ports/console-sessions.ts';
import {
  type ConsoleSessionRow,
  idleMilliseconds,
  sessionMilliseconds,
  toConsoleSession,
} from '../shared/console-sessions.ts';
import { texts } from './arrays.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import { withRetries } from './with-retries.ts';

const clockOr = (parameter: string): string =>
  `coalesce(${parameter}::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)`;

/** Two sign-ins at once do not wait for each other's rows. */
const deleteEnded = `DELETE FROM console_sessions WHERE digest IN (
    SELECT digest FROM console_sessions
    WHERE expires_at <= ${clockOr('$1')} OR last_used_at + $2::bigint <= ${clockOr('$1')}
    FOR UPDATE SKIP LOCKED)`;
const deleteBeyond = `DELETE FROM console_sessions WHERE digest IN (
    SELECT digest FROM console_sessions WHERE key_digest = $1::text
    ORDER BY last_used_at DESC, digest OFFSET $2::int)`;
/** After an unknown outcome it may run again, and finds the row of before. */
const insert = `INSERT INTO console_sessions (digest, key_digest, created_at, expires_at, last_used_at)
  SELECT $1::text, $2::text, clock.now, clock.now + $4::bigint, clock.now
  FROM (SELECT ${clockOr('$3')} OFFSET 0) AS clock (now)
  ON CONFLICT (digest) DO NOTHING`;
const findSessions = `SELECT digest, key_digest AS "keyDigest", expires_at::float8 AS "expiresAt",
    last_used_at::float8 AS "lastUsedAt", ${clockOr('$2')}::float8 AS now
  FROM console_sessions WHERE digest = ANY ($1::text[])`;
const noteUse = `UPDATE console_sessions SET last_used_at = greatest(last_used_at, ${clockOr('$2')})
  WHERE digest = $1::text AND expires_at > ${clockOr('$2')} AND last_used_at + $3::bigint > ${clockOr('$2')}`;
const deleteSession = 'DELETE FROM console_sessions WHERE digest = $1::text';

export function consoleSessionStore({ executor, now }: Database): ConsoleSessionStore {
  async function begin(queries: Queries, { digest, keyDigest }: NewConsoleSession): Promise<void> {
    await queries.query(deleteEnded, [now(), idleMilliseconds]);
    await queries.query(deleteBeyond, [keyDigest, CONSOLE_SESSIONS_PER_KEY_MAX - 1]);
    await queries.query(insert, [digest, keyDigest, now(), sessionMilliseconds]);
  }

  return {
    create: (session) => withRetries(() => executor.transaction((queries) => begin(queries, session)), true),
    findByDigests: (digests) =>
      withRetries(async () => {
        const parameters = [texts(digests), now()];
        const rows = await executor.query<ConsoleSessionRow & { now: number }>(findSessions, parameters);
        return rows.map((row) => toConsoleSession(row, row.now));
      }, true),
    noteUse: async (digest) => {
      await withRetries(() => executor.query(noteUse, [digest, now(), idleMilliseconds]), true);
    },
    delete: async (digest) => {
      await withRetries(() => executor.query(deleteSession, [digest]), true);
    },
  };
}
