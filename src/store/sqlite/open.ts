// The embedded store: one SQLite file in WAL mode, flushed to disk at every commit, safe for several processes.

import type { Database } from 'bun:sqlite';
import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Metrics } from '../../lib/metrics.ts';
import type { Traces } from '../../lib/traces.ts';
import { RATE_LIMIT_MAX_PLAYERS, SERVER_RATE_LIMIT_MAX_KEYS } from '../../tuning.ts';
import { StoreUnavailable } from '../ports/errors.ts';
import type { EventGroup } from '../ports/events.ts';
import type { StatisticsSettings } from '../ports/statistics.ts';
import type { Store } from '../ports/store.ts';
import { createChangeNotices } from '../shared/change-notices.ts';
import { createCpuScheduler } from '../shared/cpu-scheduler.ts';
import { eventCounter, toldGroups } from '../shared/events.ts';
import { lossCounter } from '../shared/losses.ts';
import type { VersionPolicy } from '../shared/versions.ts';
import { auditStore, insertAuditOn } from './audit.ts';
import { changeStore } from './changes.ts';
import { clockStore } from './clock.ts';
import { consoleSessionStore } from './console-sessions.ts';
import { type OpenedDatabase, openDatabase, openReader, whileOpening } from './database.ts';
import { addDiskMetrics } from './disk-space.ts';
import { createEndSession } from './end-session.ts';
import { eventStore } from './events.ts';
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
import { tellOn } from './tell.ts';
import { traceReader, traceStatements } from './traced-statements.ts';
import { versionTable } from './versions.ts';
import { webhookStore } from './webhooks.ts';
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
  /** The groups of events that are told. */
  readonly events: readonly EventGroup[];
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

/** The stores of the studio's own: its keys, its people, its webhooks. */
const studioStores = (options: Parameters<typeof webhookStore>[0]) => ({
  serverKeys: serverKeyStore(options),
  consoleSessions: consoleSessionStore(options),
  people: personStore(options),
  webhooks: webhookStore(options),
});

function storeOn({ db, isInPlace, findWriteProblem }: OpenedDatabase, options: SqliteOptions): Store {
  const { clock, admission, metrics, path } = options;
  const problem = findLineageProblem(db);
  if (problem !== undefined) options.log.warn(`${path}: ${problem}`);
  addDiskMetrics(metrics, db.filename);
  const reader = readerOn(db, options);
  const entries = createIndexEntries(db);
  const tell = tellOn(db, { groups: toldGroups(options.events), onEvent: eventCounter(metrics) });
  const hooks = { onBegin: entries.refresh, onCommit: tell.committed };
  const writer = createWriter({ db, clock, admission, isInPlace, ...hooks });
  const history = historyLimit({ db, reader, writer });
  const sessionTimeout = options.sessionTimeoutSeconds * 1000;
  const notices = createChangeNotices();
  const endSession = createEndSession({ db, historyLimit: history, notices, sessionTimeout, tell });
  const runOnce = createIdempotentWrites(db);
  const insertAudit = insertAuditOn(db);
  const policy = options.versions;
  const cpuScheduler = createCpuScheduler({ clock, admission });
  const versions = versionTable(db, { reader, writer, clock, cpuScheduler, policy });
  const statistics = statisticsStore({
    ...{ path, db, writer, reader, clock, sessionTimeout, settings: options.statistics, metrics },
  });
  const ping = reader.db.query('SELECT 1 FROM players LIMIT 1');
  const shared = { db, writer, reader, clock, sessionTimeout, insertAudit, entries, notices, tell };
  const players = playerStore({ ...shared, endSession });
  const marks = lossMarks(db, lossCounter(metrics));
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
    sessions: sessionStore({ ...shared, endSession, runOnce, statistics }),
    events: eventStore({ db, writer, reader, onEvents: tell.onEvents }),
    idempotencyKeys: idempotencyKeyStore(db, writer),
    clock: clockStore(db, writer),
    ...bucketsOf(options),
    statistics,
    audit: auditStore({ db, writer, reader, insertAudit }),
    indexes,
    labels: indexes.labels,
    ...studioStores(shared),
    async ping() {
      if (!isInPlace()) throw new StoreUnavailable(`${path}: the file was moved or deleted`);
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
