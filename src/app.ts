// Composition root: config → store → tokens → routes → server. The only file that names an engine.
import { createBulkAdmission } from './admission/bulk-admission.ts';
import { createMemoryBudget } from './admission/memory-budget.ts';
import { createAddressLimits } from './auth/address-limit.ts';
import { createConsoleSessions } from './auth/console-sessions.ts';
import { createKeyRefusals } from './auth/key-refusals.ts';
import type { LinkKey } from './auth/link-key.ts';
import { createTokenRefusals } from './auth/refusals.ts';
import { createServerKeys } from './auth/server-keys.ts';
import { createAttemptCookie, createSessionCookie } from './auth/session-cookie.ts';
import { createStaff } from './auth/staff/staff.ts';
import { createTokenVerifier } from './auth/verifier.ts';
import type { Config } from './config/config.ts';
import { type ConsoleFiles, createConsoleFiles } from './console/files.ts';
import { createSignInLinks, type SignInLinks } from './console/sign-in-links.ts';
import { createStartPage } from './console/start-page.ts';
import { openFeed } from './events/feed.ts';
import { eventText } from './events/replies.ts';
import { createErrorMapper } from './http/error-mapper.ts';
import { createRepeatedReads } from './http/repeated-read.ts';
import { type HttpOptions, type HttpServer, type ServerContext, startHttpServer } from './http/server.ts';
import { declareIndexes } from './indexes/declare.ts';
import { createJobs } from './jobs/jobs.ts';
import { startScheduler } from './jobs/scheduler.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { descriptorsOf } from './lib/descriptors.ts';
import { droppedLines, type Lines } from './lib/lines.ts';
import type { Log } from './lib/log.ts';
import { runEach } from './lib/run-each.ts';
import { SHUTDOWN_DRAIN_SECONDS, SHUTDOWN_GRACE_SECONDS, WAITS_DESCRIPTORS_SHARE } from './limits.ts';
import { createWatches } from './metadata/watches.ts';
import { createFamilyReader, type Exposition, expose, type ReadFamilies } from './metrics/exposition.ts';
import { createFigures } from './metrics/figures.ts';
import { createTelemetry, openTelemetry, type Telemetry } from './metrics/telemetry.ts';
import { createPlayers, refuseRequest } from './players/players.ts';
import { createRoutes, ofMetrics } from './routes.ts';
import { createStatistics } from './statistics/statistics.ts';
import { type Backups, backupsOfPostgres } from './store/ports/backups.ts';
import type { Doctor } from './store/ports/doctor.ts';
import { StoreUnusable } from './store/ports/errors.ts';
import type { MigrationPlan } from './store/ports/migration-plan.ts';
import type { Store } from './store/ports/store.ts';
import type { Look } from './store/ports/surroundings.ts';
import type { Transfer } from './store/ports/transfer.ts';
import type { DistributeOptions } from './store/postgres/citus/distribute.ts';
import { createYielder } from './store/shared/statistics-batch.ts';
import { readIndexes, readMetadataSchema, readPathRules } from './surroundings/setting-files.ts';
import { lookAround } from './surroundings/surroundings.ts';
import { openWebhooks } from './webhooks/open.ts';

/** An engine is loaded when it is chosen: the statements of PostgreSQL would take a third of a start on SQLite. */
const postgres = () => import('./store/postgres/open.ts');
const sqlite = () => import('./store/sqlite/open.ts');

export interface App {
  readonly url: string;
  /** Undefined without a port of their own. */
  readonly metricsUrl: string | undefined;
  /**
   * Reports not ready (in production for a while), unless other processes serve the port, finishes the requests in flight, closes
   * the store. Later calls wait for the first.
   */
  stop(options?: { readonly drains?: boolean; readonly staysReady?: boolean }): Promise<void>;
}

export interface Runtime {
  readonly clock: Clock;
  readonly log: Log;
  /** The output of the log. The metrics count the lines that it drops. */
  readonly lines?: Pick<Lines, 'countDropsIn'>;
  /** One-time sign-in links of the console, for whoever starts the service and issues some. */
  readonly signInLinks?: SignInLinks;
  /** The key of those links, if it is not a stored one. */
  readonly linkKey?: LinkKey;
  /** Answers for the files of the console, by default those of the build in this folder. */
  readonly consoleFiles?: ConsoleFiles;
  /** Called when the tables were distributed with Citus beside this process, which answers 503 until it starts anew. */
  readonly onDistributed?: () => void;
  /** Waited for before the ports are listened on, for instance until another app has left them. */
  readonly beforeListening?: () => Promise<void>;
  /** Gives the metrics of all processes that share the port, and gets those of this one. Set for one of several. */
  readonly shareMetrics?: (readOwn: ReadFamilies) => () => Promise<Exposition>;
}

/** @throws ConfigError, StoreUnusable, or the system's error when an address cannot be listened on. */
export async function startApp(config: Config, { clock, log, lines, ...given }: Runtime): Promise<App> {
  const { signInLinks = createSignInLinks(clock), consoleFiles = createConsoleFiles(), shareMetrics } = given;
  const pathRules = readPathRules(config.metadataRulesFile);
  const metadataSchema = await readMetadataSchema(config.metadataSchema?.file);
  const indexes = readIndexes(config.metadataIndexesFile);
  const telemetry = await openTelemetry(config.traces, clock, systemClock, log);
  const { metrics, admission, traces } = telemetry;
  lines?.countDropsIn(metrics.counter(droppedLines));
  const store = await openStore(config, { clock, log, ...given }, telemetry);
  const figures = createFigures(metrics, clock);
  const servers: HttpServer[] = [];
  async function listen(options: Omit<HttpOptions, keyof ServerContext>): Promise<HttpServer> {
    const { production, idleTimeoutSeconds } = config;
    const server = await startHttpServer({ production, idleTimeoutSeconds, clock, log, ...options });
    servers.push(server);
    return server;
  }

  try {
    await declareIndexes(store, indexes, log);
    if (config.labels && (await store.labels.declare(config.labels, true)))
      log.info({ labels: config.labels }, 'the name and the columns of players are declared');
    const verifier = createTokenVerifier(config.tokens, { clock, log, metrics, traces });
    const counted = { store: store.statistics, settings: config.statistics };
    const createYield = (signal: AbortSignal) => createYielder(clock, signal);
    const statistics = createStatistics({ ...counted, clock, createYield });
    const players = createPlayers(store, config.playerProvisioning);
    // Each read that waits holds a connection, and other callers need some too.
    const maxWaiting = Math.min(config.waitMaxRequests, descriptorsOf(WAITS_DESCRIPTORS_SHARE));
    const watches = createWatches({ changes: store.changes, clock, metrics, maxWaiting });
    const { feed, notices } = openFeed(store.events, clock);
    const repeatedReads = createRepeatedReads(clock, metrics);
    const webhooks = openWebhooks({ store, config, notices, clock, log, metrics, toText: eventText });
    const read = createFamilyReader(metrics);
    const exposeOwn = () => expose(read());
    let stopping: Promise<void> | undefined;
    let isReady = true;
    const { port, corsOrigins, metricsPort } = config;
    const keyRefusals = createKeyRefusals({ clock, log, metrics, production: config.production });
    const consoleSessions = createConsoleSessions(store.consoleSessions, clock);
    const routes = createRoutes({
      config,
      store,
      players,
      clock,
      verifier,
      pathRules,
      metadataSchema,
      statistics,
      watches,
      feed,
      repeatedReads,
      readFigures: figures.read,
      isStopping: () => !isReady,
      expose: shareMetrics?.(read) ?? exposeOwn,
      memoryBudget: createMemoryBudget(),
      bulkAdmission: createBulkAdmission(clock, () => admission.admitted),
      toApiError: createErrorMapper({ clock, log, metrics, production: config.production }),
      ...createAddressLimits(config, clock),
      tokenRefusals: createTokenRefusals({ clock, log, metrics, production: config.production }),
      serverKeys: createServerKeys({
        store: store.serverKeys,
        clock,
        environmentKey: config.serverApiKey,
        ...(given.linkKey && { linkKey: given.linkKey }),
      }),
      staff: config.staff && createStaff(config.staff, { store, consoleSessions, keyRefusals, clock, log }),
      sessionCookie: createSessionCookie(config.production),
      attemptCookie: createAttemptCookie(config.production),
      signInLinks,
      consoleFiles,
      keyRefusals,
      consoleSessions,
      ...webhooks,
      takeServerToken: config.serverRateLimitPerMinute > 0 ? store.serverRateLimits.take : undefined,
      refuseRequest: (playerId, error) => refuseRequest(players, playerId, error),
      takePlayerToken: config.rateLimitPerMinute > 0 ? store.rateLimits.take : undefined,
    });
    await given.beforeListening?.();
    const handleUnknownPath = createStartPage(consoleFiles);
    const { tryAdmit } = admission;
    const sharesPort = shareMetrics !== undefined;
    const main = {
      host: config.host,
      port,
      sharesPort,
      routes,
      corsOrigins,
      metrics,
      traces,
      tryAdmit,
      handleUnknownPath,
    };
    const server = await listen(main);
    const metricsServer =
      metricsPort === undefined || sharesPort
        ? undefined
        : await listen(ofMetrics(config.metricsHost, metricsPort, exposeOwn));
    const runtime = { clock, log, metrics };
    webhooks.webhookSenders.start();
    const scheduler = startScheduler(createJobs(store, { ...config, indexes }, runtime), runtime);
    const stopInOrder = async (drains: boolean): Promise<void> => {
      const draining = drains ? server.drain(SHUTDOWN_DRAIN_SECONDS) : undefined;
      // From here on each answer ends its connection, so those who waited come back to another process.
      for (const each of [watches, notices, repeatedReads]) each.drain();
      // This process hears of no new event any more, so others send them from now on. A step below tells of a failure.
      const handedOver = webhooks.webhookSenders.stop();
      handedOver.catch(() => undefined);
      await draining;
      await runEach(log, [
        () => server.stop(SHUTDOWN_GRACE_SECONDS),
        async () => figures.stop(),
        () => scheduler.stop(),
        () => statistics.stop(),
        () => handedOver,
        () => store.close(),
        async () => traces?.stop(),
        async () => metricsServer?.stop(0),
      ]);
    };
    void verifier.load();
    return {
      url: server.url,
      metricsUrl: metricsServer?.url,
      stop({ drains = config.production, staysReady = false } = {}) {
        isReady &&= staysReady;
        stopping ??= stopInOrder(drains);
        return stopping;
      },
    };
  } catch (error) {
    figures.stop();
    const steps = [...servers.map((server) => () => server.stop(0)), () => store.close()];
    await runEach(log, steps).catch(() => undefined);
    throw error;
  }
}

/** @throws StoreUnusable with a sentence for the operator. */
export async function openStore(
  config: Config,
  { clock, log, onDistributed = () => undefined }: Runtime,
  telemetry: Telemetry = createTelemetry(clock, systemClock),
): Promise<Store> {
  const { database, sessionTimeoutSeconds, rateLimitPerMinute, serverRateLimitPerMinute } = config;
  const { intervalSeconds, ...policy } = config.metadataHistory;
  const common = {
    sessionTimeoutSeconds,
    rateLimitPerMinute,
    serverRateLimitPerMinute,
    versions: { ...policy, intervalMilliseconds: intervalSeconds * 1000 },
    statistics: config.statistics,
    events: config.events,
    ...telemetry,
  };
  if (database.engine === 'sqlite')
    return (await sqlite()).openSqliteStore({ path: database.path, clock, log, ...common });
  const now = databaseClock(clock);
  const { openPostgresStore } = await postgres();
  return openPostgresStore({ ...database, ...common, clock, now, onDistributed, log });
}

/** Machines that share a database go by its clock. Only tests pass another clock. */
const databaseClock = (clock: Clock): (() => number) | undefined =>
  clock === systemClock ? undefined : () => clock.now();

/** Brings the database to the newest schema. @returns the numbers of the migrations that it applied. */
export async function migrateStore(config: Config, runtime: Runtime): Promise<readonly number[]> {
  const { database } = config;
  if (database.engine === 'sqlite') return (await sqlite()).migrateSqlite(database.path);
  return (await postgres()).migratePostgres({ ...database, log: runtime.log });
}

/** The plan of a migration, without a change. @param distributes also that of a distribution on Citus */
export async function planMigration(
  config: Config,
  runtime: Runtime,
  distributes: boolean,
): Promise<MigrationPlan> {
  const { database } = config;
  if (database.engine === 'postgres')
    return (await import('./store/postgres/migration-plan.ts')).planPostgres(
      { ...database, log: runtime.log },
      distributes,
    );
  if (distributes) throw new StoreUnusable(notDistributable);
  return (await import('./store/sqlite/migration-plan.ts')).planSqlite(database.path);
}

const notDistributable = 'an embedded file cannot be distributed; set DATABASE_URL';

/** Distributes the tables on Citus. @returns the names of those that were not distributed before. */
export async function distributeStore(
  config: Config,
  runtime: Runtime,
  options: DistributeOptions,
): Promise<readonly string[]> {
  const { database } = config;
  if (database.engine === 'sqlite') throw new StoreUnusable(notDistributable);
  return (await postgres()).distributePostgres({ ...database, log: runtime.log }, options);
}

/** Opens the database, brought to the newest schema, for export and import, which tells the events of `config.events`. */
export async function openTransfer(config: Config, { clock, log }: Runtime): Promise<Transfer> {
  await migrateStore(config, { clock, log });
  const { database, sessionTimeoutSeconds, events } = config;
  if (database.engine === 'sqlite')
    return (await import('./store/sqlite/transfer.ts')).openSqliteTransfer(database.path, clock, events);
  const { openPostgresTransfer } = await import('./store/postgres/transfer.ts');
  const url = await findServer(database);
  return openPostgresTransfer({ ...database, url, sessionTimeoutSeconds, events, now: databaseClock(clock) });
}

/** @throws StoreUnusable on PostgreSQL, which has tools of its own. */
export async function openBackups({ database }: Config, clock: Clock): Promise<Backups> {
  if (database.engine !== 'sqlite') throw new StoreUnusable(backupsOfPostgres);
  return (await import('./store/sqlite/backup.ts')).sqliteBackups(database.path, clock);
}

/** Opens the database for a check that reads only. @throws StoreUnusable unless the schema is the newest. */
export async function openDoctor(config: Config, { clock, log }: Runtime): Promise<Doctor> {
  const { database } = config;
  if (database.engine === 'sqlite')
    return (await import('./store/sqlite/doctor.ts')).openSqliteDoctor(database.path, clock);
  await (await postgres()).assertPostgresSchema({ ...database, log });
  return (await import('./store/postgres/doctor.ts')).openPostgresDoctor({
    ...database,
    url: await findServer(database),
    now: databaseClock(clock),
  });
}

/** Of several servers a command uses the one that takes writes. */
const findServer = async (database: Extract<Config['database'], { readonly engine: 'postgres' }>) =>
  (await import('./store/postgres/servers.ts')).findServer(database);

/** Looks at all that is around the stored data: settings, machine, database server, key set, and the proxy at a URL. */
export function lookAtSurroundings(
  config: Config,
  { clock, log }: Runtime,
  url: string | undefined,
): AsyncGenerator<Look> {
  return lookAround(config, {
    clock,
    url,
    lookAtFile: async (path) => (await import('./store/sqlite/lineage-look.ts')).lookAtLineage(path),
    lookAtServer: async (database, own) =>
      (await import('./store/postgres/server-facts.ts')).lookAtPostgres({ ...database, log }, own),
  });
}
