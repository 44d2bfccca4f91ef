// The store on PostgreSQL, for any number of processes and machines.
import type { SQL } from 'bun';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { describeServers } from '../../lib/postgres-url.ts';
import { PLAYER_MAX_WRITES } from '../../limits.ts';
import { WRITE_LOOK_PAUSE_MILLISECONDS } from '../../tuning.ts';
import { StoreUnusable } from '../ports/errors.ts';
import type { EventGroup, EventType } from '../ports/events.ts';
import type { StatisticsSettings } from '../ports/statistics.ts';
import type { Store } from '../ports/store.ts';
import { createChangeNotices } from '../shared/change-notices.ts';
import { createCpuScheduler } from '../shared/cpu-scheduler.ts';
import { eventCounter, toldGroups } from '../shared/events.ts';
import { lossCounter } from '../shared/losses.ts';
import { createPlayerSerializer } from '../shared/player-serializer.ts';
import { createSharedLook } from '../shared/shared-look.ts';
import type { VersionPolicy } from '../shared/versions.ts';
import { auditStore } from './audit.ts';
import { changeStore } from './changes.ts';
import { refuseOnceDistributed } from './citus/admit-connection.ts';
import { type Cluster, findCluster } from './citus/cluster.ts';
import { listClusterProblems } from './citus/cluster-problems.ts';
import { type DistributeOptions, distribute } from './citus/distribute.ts';
import { citusMetadata, citusPlayers, openCitus } from './citus/open.ts';
import { clockStore } from './clock.ts';
import { consoleSessionStore } from './console-sessions.ts';
import type { Database } from './database.ts';
import { createEventStamper, type EventStamper } from './event-stamper.ts';
import { eventStore } from './events.ts';
import { asStoreError, createExecutor, type Executor, type ExecutorOptions, queriesOf } from './executor.ts';
import { historyLimit } from './history-limit.ts';
import { idempotencyKeyStore } from './idempotency-keys.ts';
import { createIndexLease } from './index-lease.ts';
import { indexStore } from './indexes.ts';
import { listLineageProblems, noteNewNodes } from './lineage.ts';
import { lossTable } from './losses.ts';
import { metadataStore } from './metadata.ts';
import { assertNewestSchema, lockMigrations, migrate } from './migrate.ts';
import { personStore } from './people.ts';
import { playerStore } from './players.ts';
import { poolProblem } from './pool-problem.ts';
import { playerBuckets, rateLimitStore, serverBuckets } from './rate-limits.ts';
import { findWriteProblem } from './rights.ts';
import { playerSearch } from './search.ts';
import { serverKeyStore } from './server-keys.ts';
import { sessionFacts } from './session-facts.ts';
import { sessionStore } from './sessions.ts';
import { type PostgresServer, withSetUpConnection } from './set-up-connection.ts';
import { ping as pingStatement } from './sql/statements.ts';
import { statisticsStore } from './statistics.ts';
import { suspensionStore } from './suspensions.ts';
import { createTell, type Tell } from './tell.ts';
import { versionTable } from './versions.ts';
import { webhookStore } from './webhooks.ts';

/** An erasure commits the digest on one connection while the player's row is locked on another. */
const citusLeastConnections = 2;

const noEventsOnCitus =
  'EVENTS is not supported on Citus, because a feed in the order of commits needs the commits of one server; unset EVENTS, or use PostgreSQL without Citus';

export interface PostgresOptions extends Omit<ExecutorOptions, 'isDistributed' | 'admitConnection'> {
  readonly migrateOnStart: boolean;
  readonly sessionTimeoutSeconds: number;
  readonly rateLimitPerMinute: number;
  readonly serverRateLimitPerMinute: number;
  readonly versions: VersionPolicy;
  readonly statistics: StatisticsSettings;
  /** The groups of events that are told. */
  readonly events: readonly EventGroup[];
  /** Called once the tables have been distributed, beside this process. From then on no connection is opened. */
  readonly onDistributed: () => void;
  /** Measures how old the list of declared indexes is, and the slices of the count. */
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** The clock of a test. Otherwise the clock of the database decides. */
  readonly now: (() => number) | undefined;
}

/** Prepares the database. @returns its cluster, where its tables are distributed. @throws StoreUnusable with a sentence for the operator. */
async function setUp(options: PostgresOptions): Promise<Cluster | undefined> {
  const cluster = await withSetUpConnection(options, async (sql) => {
    await (options.migrateOnStart ? migrateAndNote(sql, options.log, 'first') : assertNewestSchema(sql));
    for (const problem of await listLineageProblems(queriesOf(sql))) options.log.warn(problem);
    await warnUnlessDurable(sql, options.log);
    const cluster = await findCluster(queriesOf(sql));
    if (cluster) await warnOfCluster(sql, options.log);
    return cluster;
  });
  if (cluster && options.events.length > 0) throw new StoreUnusable(noEventsOnCitus);
  if (cluster && options.poolSize < citusLeastConnections)
    throw new StoreUnusable(
      `this process has ${options.poolSize} of DATABASE_POOL_SIZE, and on Citus an erasure needs ${citusLeastConnections} connections at once`,
    );
  return cluster;
}

interface Connected {
  readonly executor: Executor;
  readonly cluster: Cluster | undefined;
  readonly citus: Awaited<ReturnType<typeof openCitus>> | undefined;
}

async function connectTo(options: PostgresOptions, cluster: Cluster | undefined): Promise<Connected> {
  const plain = await openExecutor(options, cluster);
  const citus = cluster && (await openCitus(plain, cluster, { ...options, moment: options.clock.monotonic }));
  return { executor: citus?.executor ?? plain, cluster, citus };
}

/** The parts that all stores of the engine share. */
const databaseOf = (
  options: PostgresOptions,
  { executor, cluster, citus }: Connected,
  serialize: Database['serialize'],
  tell: Tell,
): Database => ({
  executor,
  cluster,
  shards: citus?.shards,
  admission: options.admission,
  serialize,
  cpuScheduler: createCpuScheduler({ clock: systemClock, admission: options.admission }),
  now: citus?.now ?? options.now ?? (() => null),
  clock: options.clock,
  sessionTimeoutMilliseconds: options.sessionTimeoutSeconds * 1000,
  versions: options.versions,
  historyLimit: historyLimit(executor),
  indexLease: createIndexLease(executor, options.clock),
  changes: createChangeNotices(),
  tell,
  timeoutMilliseconds: options.timeoutMilliseconds,
});

/** The looks at the database that probes ask for. */
function createLooks({ executor, citus }: Connected): Pick<Store, 'ping' | 'findWriteProblem'> {
  let pinging: Promise<void> | undefined;
  // Any caller may ask. Real pauses, since the server is real.
  const lookForWriteProblem = createSharedLook(
    async () => (await findWriteProblem(executor)) ?? (await citus?.findWorkerProblem()),
    WRITE_LOOK_PAUSE_MILLISECONDS,
    systemClock,
  );

  async function ping(): Promise<void> {
    try {
      await executor.run(pingStatement, {});
    } catch (error) {
      throw asStoreError(error);
    }
  }

  return {
    ping() {
      // All concurrent callers share one statement. Any caller may ask, and players would wait behind one statement for each.
      pinging ??= ping().finally(() => {
        pinging = undefined;
      });
      return pinging;
    },
    async findWriteProblem() {
      try {
        return await lookForWriteProblem();
      } catch (error) {
        throw asStoreError(error);
      }
    },
  };
}

/** @throws StoreUnusable with a sentence for the operator. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const connected = await connectTo(options, await setUp(options));
  const { citus, executor } = connected;
  const order = createPlayerSerializer(PLAYER_MAX_WRITES, 'playerWrites');
  const { tell, onEvents, startStamper } = createEventParts(options);
  const database = databaseOf(options, connected, order.run, tell);
  const versions = versionTable(database);
  const plainPlayers = playerStore(database);
  const players = citus ? citusPlayers(database, citus.shards, plainPlayers) : plainPlayers;
  const losses = lossTable(database);
  const facts = sessionFacts(database);
  const countLoss = lossCounter(options.metrics);
  const plainMetadata = metadataStore(database, {
    ...{ listRows: versions.listRows, losses: losses.store, sessions: facts, countLoss },
  });
  const metadata = citus ? citusMetadata(database, citus.shards, plainMetadata) : plainMetadata;
  const changes = changeStore(database);
  const indexes = indexStore(database);
  const search = playerSearch(database, players, metadata);
  const statistics = statisticsStore(database, options.statistics, options.metrics);
  const sessions = { ...sessionStore(database, statistics), findStarts: facts.find };
  const suspensions = suspensionStore(database);
  const stamper = startStamper(database);
  const rateLimits = rateLimitStore(database, playerBuckets(options.rateLimitPerMinute));
  const serverRateLimits = rateLimitStore(database, serverBuckets(options.serverRateLimitPerMinute));
  return {
    players,
    metadata,
    suspensions,
    changes,
    search,
    versions: versions.store,
    losses: losses.store,
    sessions,
    events: eventStore(database, onEvents),
    idempotencyKeys: idempotencyKeyStore(database),
    rateLimits,
    audit: auditStore(database),
    indexes,
    labels: indexes.labels,
    serverKeys: serverKeyStore(database),
    consoleSessions: consoleSessionStore(database),
    people: personStore(database),
    webhooks: webhookStore(database),
    clock: clockStore(database),
    serverRateLimits,
    statistics,
    ...createLooks(connected),
    async close() {
      await order.drain();
      const nouns = [players, suspensions, versions, losses, facts, metadata, search, sessions];
      await Promise.all([...nouns, rateLimits, serverRateLimits].map((part) => part.drain()));
      await database.historyLimit.stop();
      await stamper?.stop();
      await executor.close();
    },
  };
}

/** The writing of events, and the process's part in giving them places once the database is open. */
function createEventParts({ events, metrics }: PostgresOptions) {
  let listener: () => void = () => undefined;
  let stamper: EventStamper | undefined;
  const count = eventCounter(metrics);
  const onWritten = (type: EventType, written: number): void => {
    count(type, written);
    stamper?.wake();
  };
  return {
    tell: createTell({ groups: toldGroups(events), onEvents: onWritten }),
    onEvents(next: () => void): void {
      listener = next;
    },
    /** @returns undefined where no events are told */
    startStamper({ executor, now }: Database): EventStamper | undefined {
      if (events.length === 0) return undefined;
      stamper = createEventStamper({ executor, now, metrics, onPlaced: () => listener() });
      return stamper;
    },
  };
}

/**
 * The first connection of the pool is opened at once, so that the first request does not wait for it.
 * @throws StoreUnusable where a pooler does not take it
 */
async function openExecutor(options: PostgresOptions, cluster: Cluster | undefined): Promise<Executor> {
  const admitConnection = cluster ? undefined : refuseOnceDistributed(options.onDistributed);
  const executor = createExecutor({ ...options, isDistributed: cluster !== undefined, admitConnection });
  const problem = await executor.query('SELECT 1').then(() => undefined, poolProblem);
  if (problem === undefined) return executor;
  await executor.close();
  throw new StoreUnusable(`PostgreSQL at ${describeServers(options.url)}: ${problem}`);
}

/** Brings the database to the newest schema, and notes the servers that it lives on. @returns the numbers of the migrations applied now */
async function migrateAndNote(sql: SQL, log: Log, nodes?: 'all' | 'first'): Promise<number[]> {
  const applied = await migrate(sql, log);
  await noteNewNodes(sql, (transaction) => lockMigrations(transaction, log), nodes);
  return applied;
}

/** Warns when the server does not flush at commit: it may then lose acknowledged writes in a crash. */
async function warnUnlessDurable(sql: SQL, log: Log): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit']) {
    const [row] = await sql.unsafe('SELECT current_setting($1::text) AS value', [setting]);
    if (row?.value === 'off') {
      log.warn(`PostgreSQL has ${setting} = off: what was acknowledged may be lost when it crashes`);
    }
  }
}

async function warnOfCluster(sql: SQL, log: Log): Promise<void> {
  for (const problem of await listClusterProblems(queriesOf(sql))) log.warn(problem);
}

/** Brings the database to the newest schema. @returns the numbers of the migrations applied now */
export function migratePostgres(options: PostgresServer): Promise<readonly number[]> {
  return withSetUpConnection(options, (sql) => migrateAndNote(sql, options.log));
}

/** @throws StoreUnusable unless the schema is the newest. */
export const assertPostgresSchema = (options: PostgresServer): Promise<void> =>
  withSetUpConnection(options, assertNewestSchema);

/** Migrates the database and distributes its tables with Citus. @returns the names of the tables distributed now */
export function distributePostgres(
  options: PostgresServer,
  distribution: DistributeOptions,
): Promise<readonly string[]> {
  const { log } = options;
  return withSetUpConnection(options, async (sql) => {
    await migrate(sql, log);
    const lock = (transaction: SQL) => lockMigrations(transaction, log);
    const distributed = await distribute(sql, { ...distribution, log, lock });
    await noteNewNodes(sql, lock);
    return distributed;
  });
}
