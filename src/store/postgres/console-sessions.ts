// Console sessions in PostgreSQL. A session that begins deletes those that have ended, so no job does.
import { CONSOLE_SESSIONS_PER_KEY_MAX } from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { ConsoleSessionStore, NewConsoleSession, PersonsSession } from '../ports/console-sessions.ts';
import {
  checkMilliseconds,
  idleMilliseconds,
  leaseMilliseconds,
  lifetimeOf,
  sessionMilliseconds,
  toConsoleSession,
} from '../shared/console-sessions.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import {
  beginRoleCheck,
  deleteConsoleSession,
  deleteEndedConsoleSessions,
  deleteSurplusConsoleSessions,
  endRoleCheck,
  findConsoleSessions,
  insertConsoleSession,
  noteConsoleSessionUse,
} from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

export function consoleSessionStore({ executor, now }: Database): ConsoleSessionStore {
  /** After an unknown outcome it may run again. It then finds the session. */
  async function begin(
    queries: Queries,
    { digest, keyDigest }: NewConsoleSession,
    ofPerson: PersonsSession | undefined,
  ): Promise<boolean> {
    await queries.run(deleteEndedConsoleSessions, {
      now: now(),
      idle: idleMilliseconds,
      lifetime: sessionMilliseconds,
      skew: CLOCK_SKEW_MILLISECONDS,
    });
    await queries.run(deleteSurplusConsoleSessions, { keyDigest, kept: CONSOLE_SESSIONS_PER_KEY_MAX - 1 });
    const lifetime = lifetimeOf(ofPerson);
    const { attempt = null, tokens = null, isConfirmed = false } = ofPerson ?? {};
    const row = { digest, keyDigest, lifetime, attempt, tokens, isConfirmed };
    await queries.run(insertConsoleSession, { ...row, now: now() });
    return (await queries.run(findConsoleSessions, { digests: [digest], now: now() })).length > 0;
  }

  return {
    create: (session, ofPerson) =>
      withRetries(() => executor.transactionOfOthers((queries) => begin(queries, session, ofPerson)), true),
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
      const [deleted] = await withRetries(() => executor.run(deleteConsoleSession, { digest }), true);
      return deleted?.tokens ?? null;
    },
    // It is not repeated after an unknown outcome: the lease is taken then, and passes.
    beginRoleCheck: async (digest) => {
      const lengths = { age: checkMilliseconds, lease: leaseMilliseconds, skew: CLOCK_SKEW_MILLISECONDS };
      const [begun] = await withRetries(
        () => executor.run(beginRoleCheck, { digest, ...lengths, now: now() }),
        false,
      );
      return begun?.tokens ?? undefined;
    },
    endRoleCheck: async (digest, tokens) => {
      await withRetries(() => executor.run(endRoleCheck, { digest, tokens, now: now() }), true);
    },
  };
}
