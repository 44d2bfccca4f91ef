// Composition root: config → store → tokens → routes → server. The only file that names an engine.
import { readFileSync } from 'node:fs';
import { createTokenVerifier } from './auth/verifier.ts';
import { type Config, ConfigError, type DatabaseConfig } from './config.ts';
import { startHttpServer } from './http/server.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { SHUTDOWN_DRAIN_SECONDS, SHUTDOWN_GRACE_SECONDS } from './limits.ts';
import { InvalidRules, type PathRules, parsePathRules } from './metadata/path-rules.ts';
import { createPlayers } from './players/players.ts';
import { createRoutes } from './routes.ts';
import { startSweeper } from './sessions/sweep.ts';
import {
  distributePostgres,
  migratePostgres,
  openPostgresStore,
  type PostgresOptions,
} from './store/postgres/open.ts';
import { openPostgresTransfer } from './store/postgres/transfer.ts';
import { migrateSqlite, openSqliteStore } from './store/sqlite/open.ts';
import { openSqliteTransfer } from './store/sqlite/transfer.ts';
import { type Store, StoreUnusable } from './store/store.ts';
import type { Transfer } from './store/transfer.ts';
import type { VersionPolicy } from './store/versions.ts';

export interface App {
  readonly url: string;
  /** Not ready, finish what is in flight, close the store. Later calls wait for the first. */
  stop(): Promise<void>;
}

export interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
}

/** @throws ConfigError, StoreUnusable, or the system's error when the address cannot be listened on. */
export async function startApp(config: Config, { clock, log }: Surroundings): Promise<App> {
  const pathRules = readPathRules(config.metadataRulesFile);
  const store = await openStore(config, { clock, log });
  const verifier = createTokenVerifier(config.tokens, { clock, log });
  const players = createPlayers(store.players, config.playerProvisioning);
  let stopping: Promise<void> | undefined;
  const isStopping = (): boolean => stopping !== undefined;
  const routes = createRoutes({ config, store, players, clock, verifier, isStopping, pathRules });
  try {
    const server = startHttpServer({
      host: config.host,
      port: config.port,
      routes,
      corsOrigins: config.corsOrigins,
      clock,
      log,
    });
    const sweeper = startSweeper(store, { clock, log, historyDays: config.sessionHistoryDays });
    const stopInOrder = async (): Promise<void> => {
      if (config.production) await Bun.sleep(SHUTDOWN_DRAIN_SECONDS * 1000);
      await server.stop(SHUTDOWN_GRACE_SECONDS);
      await sweeper.stop();
      await store.close();
    };
    void verifier.load();
    return {
      url: server.url,
      stop() {
        stopping ??= stopInOrder();
        return stopping;
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @throws ConfigError when the file of rules is not one. */
function readPathRules(file: string | undefined): PathRules | undefined {
  if (file === undefined) return undefined;
  try {
    return parsePathRules(readFileSync(file, 'utf8'));
  } catch (error) {
    const problems = error instanceof InvalidRules ? error.problems : [(error as Error).message];
    throw new ConfigError(problems.map((problem) => `METADATA_RULES: ${file}: ${problem}`));
  }
}

/** @throws StoreUnusable with a sentence for the operator. */
export async function openStore(config: Config, { clock, log }: Surroundings): Promise<Store> {
  const { database } = config;
  if (database.engine === 'postgres')
    return openPostgresStore(postgresOptions(config, database, { clock, log }));
  const { sessionTimeoutSeconds } = config;
  const versions = versionPolicy(config);
  return openSqliteStore({ path: database.path, clock, sessionTimeoutSeconds, versions });
}

/** Brings the database to the newest schema; answers the numbers of the migrations applied now. */
export async function migrateStore(config: Config, surroundings: Surroundings): Promise<readonly number[]> {
  const { database } = config;
  if (database.engine === 'sqlite') return migrateSqlite(database.path);
  return migratePostgres(postgresOptions(config, database, surroundings));
}

/** Puts the tables onto Citus; answers the names of those that were distributed now. */
export async function distributeStore(
  config: Config,
  surroundings: Surroundings,
): Promise<readonly string[]> {
  const { database } = config;
  if (database.engine === 'sqlite')
    throw new StoreUnusable('an embedded file cannot be distributed; set DATABASE_URL');
  return distributePostgres(postgresOptions(config, database, surroundings));
}

/** Opens the database, brought to the newest schema, for export and import. */
export async function openTransfer(config: Config, surroundings: Surroundings): Promise<Transfer> {
  await migrateStore(config, surroundings);
  const { database } = config;
  if (database.engine === 'sqlite') return openSqliteTransfer(database.path);
  return openPostgresTransfer(database);
}

function versionPolicy({ metadataHistory }: Config): VersionPolicy {
  const { intervalSeconds, days, maxVersions } = metadataHistory;
  return { intervalMilliseconds: intervalSeconds * 1000, days, maxVersions };
}

function postgresOptions(
  config: Config,
  database: Extract<DatabaseConfig, { engine: 'postgres' }>,
  { clock, log }: Surroundings,
): PostgresOptions {
  return {
    ...database,
    migrateOnStart: config.migrateOnStart,
    sessionTimeoutSeconds: config.sessionTimeoutSeconds,
    versions: versionPolicy(config),
    // Where machines share a store, its clock decides; only a test brings another.
    now: clock === systemClock ? undefined : () => clock.now(),
    log,
  };
}
