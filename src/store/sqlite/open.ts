// Opens the embedded store: one SQLite file in WAL mode, flushed to disk at every commit, safe for several processes.
import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import { SQLITE_CACHE_KIBIBYTES, SQLITE_LOCK_TIMEOUT_MILLISECONDS } from '../../limits.ts';
import { type Store, StoreUnusable } from '../store.ts';
import { isFault, read } from './fault.ts';
import { metadataStore } from './metadata.ts';
import { migrate } from './migrate.ts';
import { playerStore } from './players.ts';
import { sessionStore } from './sessions.ts';
import { createWriter } from './writer.ts';

export interface SqliteOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly sessionTimeoutSeconds: number;
}

/**
 * Opens the file, creating and migrating it as needed.
 * @throws StoreUnusable with a sentence for the operator.
 */
export function openSqliteStore(options: SqliteOptions): Store {
  const db = openMigrated(options.path).db;
  const writer = createWriter(db, options.clock);
  const sessionTimeout = options.sessionTimeoutSeconds * 1000;
  const ping = db.prepare('SELECT 1 FROM players LIMIT 1');
  return {
    players: playerStore(db, writer, sessionTimeout),
    metadata: metadataStore(db, writer),
    sessions: sessionStore(db, writer, options.clock, sessionTimeout),
    ping: () => read(() => void ping.get()),
    async close() {
      await writer.drain();
      db.close();
    },
  };
}

/** Brings the file to the newest schema and closes it; answers the numbers of the migrations applied now. */
export function migrateSqlite(path: string): number[] {
  const { db, applied } = openMigrated(path);
  db.close();
  return applied;
}

function openMigrated(path: string): { db: Database; applied: number[] } {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const db = new Database(path, { create: true, readwrite: true, strict: true });
    try {
      db.run(`PRAGMA busy_timeout = ${SQLITE_LOCK_TIMEOUT_MILLISECONDS}`);
      db.run('PRAGMA journal_mode = WAL');
      db.run('PRAGMA synchronous = FULL');
      db.run('PRAGMA fullfsync = ON');
      db.run('PRAGMA journal_size_limit = 67108864');
      db.run(`PRAGMA cache_size = -${SQLITE_CACHE_KIBIBYTES}`);
      const applied = migrate(db);
      // From here on a wait for the lock must not block the thread: the writer waits by itself.
      db.run('PRAGMA busy_timeout = 0');
      return { db, applied };
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof StoreUnusable) throw new StoreUnusable(`${path}: ${error.message}`);
    if (isFault(error) || isFileError(error)) {
      throw new StoreUnusable(`${path}: ${(error as Error).message}`, { cause: error });
    }
    throw error;
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
