// The embedded store: one SQLite file in WAL mode, flushed to disk at every commit, safe for several processes.

import type { Database } from 'bun:sqlite';
import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics.ts';
import type { Traces } from '../../lib/traces.ts';
import { RATE_LIMIT_MAX_PLAYERS, SERVER_RATE_LIMIT_MAX_KEYS } from '../../tuning.ts';
import { StoreUnavailable } from '../ports/errors.ts';
import type { StatisticsSettings } from '../ports/statistics.ts';
import type { Store } from '../ports/store.ts';
import { createChangeNotices } from '../shared/change-notices.ts';
import { createCpuScheduler } from '../shared/cpu-scheduler.ts';
import { lossCounter } from '../shared/losses.ts';
import type { VersionPolicy } from '../shared/versions.ts';
import { auditStore, insertAuditOn } from './audit.ts';
import { changeStore } from './changes.ts';
import { consoleSessionStore } from './console-sessions.ts';
import { type OpenedDatabase, openDatabase, openReader, whileOpening } from './database.ts';
import { addDiskMetrics } from './disk-space.ts';
import { createEndSession } from './end-session.ts';
import { historyLimit } from './history-limit.ts';
import { createIdempotentWrites, idempotencyKeyStore } from './idempotency-keys.ts';
import { createIndexEntries } from './index-entries.ts';
import { indexStore } from './indexes.ts';
import { findLineageProblem } from './lineage.ts';
import { lossMarks, lossStore } from './losses.ts';
import { metadataStore } from './metadata.ts';
import { personStore } from './people.ts';
import { playerStore } from './players.ts';
import { rateLimitStore } from './rate-limits.ts';
import { createReader, type Reader } from './reader.ts';
import { playerSearch } from './search.ts';
import { serverKeyStore } from './server-keys.ts';
import { sessionStore } from './sessions.ts';
import { statisticsStore } from './statistics.ts';
import { suspensionStore } from './suspensions.ts';
import { traceReader, traceStatements } from './traced-statements.ts';
import { versionTable } from './versions.ts';
import { createWriter } from './writer.ts';

export interface SqliteOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly admission: AdmissionControl;
  readonly sessionTimeoutSeconds: number;
  readonly rateLimitPerMinute: number;
  readonly serverRateLimitPerMinute: number;
  readonly versions: VersionPolicy;
  readonly statistics: StatisticsSettings;
  readonly metrics: Metrics;
  /** Undefined while traces are off. */
  readonly traces?: Traces | undefined;
  readonly log: Pick<Log, 'warn'>;
}

/** @throws StoreUnusable with a sentence for the operator. */
export function openSqliteStore(options: SqliteOptions): Store {
  const opened = openDatabase(options.path);
  return whileOpening(options.path, () => storeOn(opened, options));
}

/** The connection that reads. Traces, where they are on, see the statements of both connections. */
function readerOn(db: Database, { path, clock, traces }: SqliteOptions): Reader {
  const connection = openReader(path);
  const reader = createReader(connection, clock);
  if (!traces) return reader;
  for (const each of [db, connection]) traceStatements(each, traces);
  return traceReader(reader, traces);
}

/** The token buckets of players and those of server keys. */
const bucketsOf = ({ clock, rateLimitPerMinute, serverRateLimitPerMinute }: SqliteOptions) => ({
  rateLimits: rateLimitStore({ perMinute: rateLimitPerMinute, maxKeys: RATE_LIMIT_MAX_PLAYERS, clock }),
  serverRateLimits: rateLimitStore({
    ...{ perMinute: serverRateLimitPerMinute, maxKeys: SERVER_RATE_LIMIT_MAX_KEYS, clock },
  }),
});

function storeOn({ db, isInPlace, findWriteProblem }: OpenedDatabase, options: SqliteOptions): Store {
  const { clock, admission } = options;
  const problem = findLineageProblem(db);
  if (problem !== undefined) options.log.warn(`${options.path}: ${problem}`);
  addDiskMetrics(options.metrics, db.filename);
  const reader = readerOn(db, options);
  const entries = createIndexEntries(db);
  const writer = createWriter({ db, clock, admission, isInPlace, onBegin: entries.refresh });
  const history = historyLimit({ db, reader, writer });
  const sessionTimeout = options.sessionTimeoutSeconds * 1000;
  const notices = createChangeNotices();
  const endSession = createEndSession({ db, historyLimit: history, notices, sessionTimeout });
  const runOnce = createIdempotentWrites(db);
  const insertAudit = insertAuditOn(db);
  const policy = options.versions;
  const cpuScheduler = createCpuScheduler({ clock, admission });
  const versions = versionTable(db, { reader, writer, clock, cpuScheduler, policy });
  const statistics = statisticsStore({
    ...{ path: options.path, db, writer, reader, clock, sessionTimeout, settings: options.statistics },
    metrics: options.metrics,
  });
  const ping = reader.db.query('SELECT 1 FROM players LIMIT 1');
  const shared = { db, writer, reader, clock, sessionTimeout, insertAudit, entries, notices };
  const players = playerStore({ ...shared, endSession });
  const marks = lossMarks(db, lossCounter(options.metrics));
  const metadata = metadataStore({ ...shared, runOnce, policy, versions, marks });
  const indexes = indexStore({ db, writer, reader, entries });
  return {
    players,
    metadata,
    suspensions: suspensionStore({ ...shared, endSession }),
    changes: changeStore(shared),
    search: playerSearch({ reader, clock, cpuScheduler, players, metadata }),
    versions: versions.store,
    losses: lossStore(reader),
    sessions: sessionStore({
      ...{ db, endSession, writer, reader, runOnce, clock, sessionTimeout, insertAudit, statistics },
    }),
    idempotencyKeys: idempotencyKeyStore(db, writer),
    ...bucketsOf(options),
    statistics,
    audit: auditStore({ db, writer, reader, insertAudit }),
    indexes,
    labels: indexes.labels,
    serverKeys: serverKeyStore({ db, writer, reader, clock, insertAudit }),
    consoleSessions: consoleSessionStore({ db, writer, reader, clock }),
    people: personStore({ db, writer, reader, clock }),
    async ping() {
      if (!isInPlace()) throw new StoreUnavailable(`${options.path}: the file was moved or deleted`);
      await reader.read(() => void ping.get());
    },
    findWriteProblem: async () => findWriteProblem(),
    async close() {
      await writer.drain();
      await history.stop();
      reader.db.close();
      db.close();
    },
  };
}

/** Brings the file to the newest schema and closes it. @returns the numbers of the migrations applied now */
export function migrateSqlite(path: string): readonly number[] {
  const { db, applied } = openDatabase(path);
  db.close();
  return applied;
}
