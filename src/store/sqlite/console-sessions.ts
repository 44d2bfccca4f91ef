// Console sessions in SQLite.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { CONSOLE_SESSIONS_PER_KEY_MAX } from '../../limits.ts';
import type { ConsoleSessionStore } from '../ports/console-sessions.ts';
import {
  type ConsoleSessionRow,
  idleMilliseconds,
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
  const deleteEnded = db.query<object, [now: number, idle: number]>(
    'DELETE FROM console_sessions WHERE expires_at <= ?1 OR last_used_at + ?2 <= ?1',
  );
  const deleteBeyond = db.query<object, [keyDigest: string, kept: number]>(
    `DELETE FROM console_sessions WHERE digest IN (
       SELECT digest FROM console_sessions WHERE key_digest = ?1
       ORDER BY last_used_at DESC, digest LIMIT -1 OFFSET ?2)`,
  );
  const insert = db.query<object, [digest: string, keyDigest: string, now: number, expiresAt: number]>(
    `INSERT INTO console_sessions (digest, key_digest, created_at, expires_at, last_used_at)
     VALUES (?1, ?2, ?3, ?4, ?3)`,
  );
  const noteUse = db.query<object, [digest: string, now: number, idle: number]>(
    `UPDATE console_sessions SET last_used_at = max(last_used_at, ?2)
     WHERE digest = ?1 AND expires_at > ?2 AND last_used_at + ?3 > ?2`,
  );
  const remove = db.query<object, [string]>('DELETE FROM console_sessions WHERE digest = ?1');
  const find = reader.db.query<ConsoleSessionRow, [string]>(
    `SELECT digest, key_digest AS keyDigest, expires_at AS expiresAt, last_used_at AS lastUsedAt
     FROM console_sessions WHERE digest = ?1`,
  );

  return {
    create: ({ digest, keyDigest }) =>
      writer.write((now) => {
        deleteEnded.run(now, idleMilliseconds);
        deleteBeyond.run(keyDigest, CONSOLE_SESSIONS_PER_KEY_MAX - 1);
        insert.run(digest, keyDigest, now, now + sessionMilliseconds);
      }),
    findByDigests: (digests) =>
      reader.read(() =>
        digests.flatMap((digest) => {
          const row = find.get(digest);
          return row === null ? [] : [toConsoleSession(row, clock.now())];
        }),
      ),
    noteUse: (digest) => writer.write((now) => void noteUse.run(digest, now, idleMilliseconds)),
    delete: (digest) => writer.write(() => void remove.run(digest)),
  };
}
