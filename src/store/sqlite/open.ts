// The embedded store: one SQLite file in WAL mode, flushed to disk at every commit, safe for several processes.

import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Store, StoreUnavailable } from '../ports/store.ts';
import { createCpuScheduler } from '../shared/cpu-scheduler.ts';
import type { VersionPolicy } from '../shared/versions.ts';
import { type OpenedDatabase, openDatabase, openReader, whileOpening } from './database.ts';
import { historyLimit } from './history-limit.ts';
import { createIdempotentWrites } from './idempotency-keys.ts';
import { metadataStore } from './metadata.ts';
import { playerStore } from './players.ts';
import { rateLimitStore } from './rate-limits.ts';
import { createReader } from './reader.ts';
import { createSavedStates } from './saved-states.ts';
import { sessionStore } from './sessions.ts';
import { createWriter } from './writer.ts';

export interface SqliteOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly admission: AdmissionControl;
  readonly sessionTimeoutSeconds: number;
  readonly rateLimitPerMinute: number;
  readonly versions: VersionPolicy;
}

/** @throws StoreUnusable with a sentence for the operator. */
export function openSqliteStore(options: SqliteOptions): Store {
  const opened = openDatabase(options.path);
  return whileOpening(options.path, () => storeOn(opened, options));
}

function storeOn({ db, isInPlace }: OpenedDatabase, options: SqliteOptions): Store {
  const { clock, admission } = options;
  const reader = createReader(openReader(options.path), clock);
  const savedStates = createSavedStates(db);
  const writer = createWriter({ db, clock, admission, savedStates, isInPlace });
  const bound = historyLimit({ db, reader, writer });
  const sessionTimeout = options.sessionTimeoutSeconds * 1000;
  const once = createIdempotentWrites(db);
  const ping = reader.db.query('SELECT 1 FROM players LIMIT 1');
  return {
    players: playerStore({ db, savedStates, historyLimit: bound, writer, reader, sessionTimeout }),
    metadata: metadataStore({
      db,
      savedStates,
      writer,
      reader,
      once,
      clock,
      thread: createCpuScheduler({ clock, admission }),
      sessionTimeout,
      versions: options.versions,
    }),
    sessions: sessionStore({
      db,
      savedStates,
      historyLimit: bound,
      writer,
      reader,
      once,
      clock,
      sessionTimeout,
    }),
    rateLimits: rateLimitStore({ perMinute: options.rateLimitPerMinute, clock }),
    async ping() {
      if (!isInPlace()) throw new StoreUnavailable(`${options.path}: the file was moved or deleted`);
      await reader.read(() => void ping.get());
    },
    async close() {
      await writer.drain();
      await bound.stop();
      reader.db.close();
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
