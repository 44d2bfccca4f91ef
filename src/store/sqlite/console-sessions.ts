// Console sessions in SQLite.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { CONSOLE_SESSIONS_PER_KEY_MAX } from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { ConsoleSessionStore } from '../ports/console-sessions.ts';
import {
  type ConsoleSessionRow,
  checkMilliseconds,
  idleMilliseconds,
  leaseMilliseconds,
  lifetimeOf,
  sessionMilliseconds,
  toConsoleSession,
} from '../shared/console-sessions.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

interface ConsoleSessionStoreOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly clock: Clock;
}

export function consoleSessionStore({
  db,
  writer,
  reader,
  clock,
}: ConsoleSessionStoreOptions): ConsoleSessionStore {
  const deleteEnded = db.query<object, [now: number, idle: number, latest: number]>(
    'DELETE FROM console_sessions WHERE expires_at <= ?1 OR last_used_at + ?2 <= ?1 OR expires_at > ?3',
  );
  const deleteBeyond = db.query<object, [keyDigest: string, kept: number]>(
    `DELETE FROM console_sessions WHERE digest IN (
       SELECT digest FROM console_sessions WHERE key_digest = ?1
       ORDER BY last_used_at DESC, digest LIMIT -1 OFFSET ?2)`,
  );
  const insert = prepareInsert(db);
  const noteUse = db.query<object, [digest: string, now: number, idle: number]>(
    `UPDATE console_sessions SET last_used_at = ?2
     WHERE digest = ?1 AND expires_at > ?2 AND last_used_at + ?3 > ?2`,
  );
  const remove = db.query<{ tokens: string | null }, [string]>(
    'DELETE FROM console_sessions WHERE digest = ?1 RETURNING tokens',
  );
  const { beginCheck, endCheck } = prepareRoleChecks(db);
  const find = reader.db.query<ConsoleSessionRow, [string]>(
    `SELECT digest, key_digest AS keyDigest, expires_at AS expiresAt, last_used_at AS lastUsedAt,
       confirmed_at AS confirmedAt
     FROM console_sessions WHERE digest = ?1`,
  );

  return {
    create: ({ digest, keyDigest }, ofPerson) =>
      writer.write((now) => {
        deleteEnded.run(now, idleMilliseconds, now + CLOCK_SKEW_MILLISECONDS + sessionMilliseconds);
        deleteBeyond.run(keyDigest, CONSOLE_SESSIONS_PER_KEY_MAX - 1);
        const { attempt = null, tokens = null, isConfirmed = false } = ofPerson ?? {};
        const times = [now, now + lifetimeOf(ofPerson)] as const;
        return insert.run(digest, keyDigest, ...times, attempt, tokens, isConfirmed ? now : null).changes > 0;
      }),
    findByDigests: (digests) =>
      reader.read(() =>
        digests.flatMap((digest) => {
          const row = find.get(digest);
          return row === null ? [] : [toConsoleSession(row, clock.now())];
        }),
      ),
    noteUse: (digest) => writer.write((now) => void noteUse.run(digest, now, idleMilliseconds)),
    delete: (digest) => writer.write(() => remove.get(digest)?.tokens ?? null),
    beginRoleCheck: (digest) =>
      writer.write(
        (now) =>
          beginCheck.get(digest, now, checkMilliseconds, leaseMilliseconds, now + CLOCK_SKEW_MILLISECONDS)
            ?.tokens ?? undefined,
      ),
    endRoleCheck: (digest, tokens) => writer.write((now) => void endCheck.run(digest, now, tokens)),
  };
}

function prepareRoleChecks(db: Database) {
  const beginCheck = db.query<
    { tokens: string | null },
    [digest: string, now: number, age: number, lease: number, latest: number]
  >(
    `UPDATE console_sessions SET checking_until = ?2 + ?4
     WHERE digest = ?1 AND confirmed_at NOT BETWEEN ?2 - ?3 + 1 AND ?5
       AND coalesce(checking_until, 0) NOT BETWEEN ?2 + 1 AND ?5 + ?4 RETURNING tokens`,
  );
  const endCheck = db.query<object, [digest: string, now: number, tokens: string]>(
    'UPDATE console_sessions SET confirmed_at = ?2, checking_until = NULL, tokens = ?3 WHERE digest = ?1',
  );
  return { beginCheck, endCheck };
}

function prepareInsert(db: Database) {
  return db.query<
    object,
    [
      ...[digest: string, keyDigest: string, now: number, expiresAt: number],
      ...[attempt: string | null, tokens: string | null, confirmedAt: number | null],
    ]
  >(
    `INSERT INTO console_sessions (digest, key_digest, created_at, expires_at, last_used_at, attempt, tokens, confirmed_at)
     VALUES (?1, ?2, ?3, ?4, ?3, ?5, ?6, ?7) ON CONFLICT DO NOTHING`,
  );
}
