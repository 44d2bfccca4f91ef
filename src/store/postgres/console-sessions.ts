// Console sessions in PostgreSQL. A session that begins deletes those that have ended, so no job does.
import { CONSOLE_SESSIONS_PER_KEY_MAX } from '../../limits.ts';
import type { ConsoleSessionStore, NewConsoleSession } from '../ports/console-sessions.ts';
import { idleMilliseconds, sessionMilliseconds, toConsoleSession } from '../shared/console-sessions.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import {
  deleteConsoleSession,
  deleteEndedConsoleSessions,
  deleteSurplusConsoleSessions,
  findConsoleSessions,
  insertConsoleSession,
  noteConsoleSessionUse,
} from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

export function consoleSessionStore({ executor, now }: Database): ConsoleSessionStore {
  async function begin(queries: Queries, { digest, keyDigest }: NewConsoleSession): Promise<void> {
    await queries.run(deleteEndedConsoleSessions, { now: now(), idle: idleMilliseconds });
    await queries.run(deleteSurplusConsoleSessions, { keyDigest, kept: CONSOLE_SESSIONS_PER_KEY_MAX - 1 });
    const lifetime = sessionMilliseconds;
    await queries.run(insertConsoleSession, { digest, keyDigest, now: now(), lifetime });
  }

  return {
    create: (session) => withRetries(() => executor.transaction((queries) => begin(queries, session)), true),
    findByDigests: (digests) =>
      withRetries(async () => {
        const rows = await executor.run(findConsoleSessions, { digests, now: now() });
        return rows.map((row) => toConsoleSession(row, row.now));
      }, true),
    noteUse: async (digest) => {
      await withRetries(
        () => executor.run(noteConsoleSessionUse, { digest, now: now(), idle: idleMilliseconds }),
        true,
      );
    },
    delete: async (digest) => {
      await withRetries(() => executor.run(deleteConsoleSession, { digest }), true);
    },
  };
}
