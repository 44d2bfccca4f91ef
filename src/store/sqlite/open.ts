// The embedded store: one SQLite file in WAL mode, flushed to disk at every commit, safe for several processes.
import type { Clock } from '../../lib/clock.ts';
import { type Store, StoreUnavailable } from '../store.ts';
import { openDatabase } from './database.ts';
import { read } from './fault.ts';
import { metadataStore } from './metadata.ts';
import { playerStore } from './players.ts';
import { sessionStore } from './sessions.ts';
import { createWriter } from './writer.ts';

export interface SqliteOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly sessionTimeoutSeconds: number;
}

/** @throws StoreUnusable with a sentence for the operator. */
export function openSqliteStore(options: SqliteOptions): Store {
  const { db, isInPlace } = openDatabase(options.path);
  const writer = createWriter({ db, clock: options.clock, isInPlace });
  const sessionTimeout = options.sessionTimeoutSeconds * 1000;
  const ping = db.prepare('SELECT 1 FROM players LIMIT 1');
  return {
    players: playerStore(db, writer, sessionTimeout),
    metadata: metadataStore(db, writer),
    sessions: sessionStore(db, writer, options.clock, sessionTimeout),
    async ping() {
      if (!isInPlace()) throw new StoreUnavailable('the database file was moved or deleted');
      await read(() => void ping.get());
    },
    async close() {
      await writer.drain();
      db.close();
    },
  };
}

/** Brings the file to the newest schema and closes it; answers the numbers of the migrations applied now. */
export function migrateSqlite(path: string): readonly number[] {
  const { db, applied } = openDatabase(path);
  db.close();
  return applied;
}
