// Composition root: config → store → tokens → routes → server. The only file that names an engine.
import { createTokenVerifier } from './auth/verifier.ts';
import type { Config } from './config.ts';
import { startHttpServer } from './http/server.ts';
import type { Clock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { SHUTDOWN_DRAIN_SECONDS, SHUTDOWN_GRACE_SECONDS } from './limits.ts';
import { createPlayers } from './players/players.ts';
import { createRoutes } from './routes.ts';
import { startSweeper } from './sessions/sweep.ts';
import { migrateSqlite, openSqliteStore } from './store/sqlite/open.ts';
import type { Store } from './store/store.ts';

export interface App {
  readonly url: string;
  /** Not ready, finish what is in flight, close the store. Later calls wait for the first. */
  stop(): Promise<void>;
}

export interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
}

/** @throws StoreUnusable, or the system's error when the address cannot be listened on. */
export async function startApp(config: Config, { clock, log }: Surroundings): Promise<App> {
  const store = openStore(config, clock);
  const verifier = createTokenVerifier(config.tokens, { clock, log });
  const players = createPlayers(store.players, config.playerProvisioning);
  let stopping: Promise<void> | undefined;
  const isStopping = (): boolean => stopping !== undefined;
  const routes = createRoutes({ config, store, players, clock, verifier, isStopping });
  try {
    const server = startHttpServer({
      host: config.host,
      port: config.port,
      routes,
      corsOrigins: config.corsOrigins,
      clock,
      log,
    });
    const sweeper = startSweeper(store.sessions, { clock, log });
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

export function openStore(config: Config, clock: Clock): Store {
  return openSqliteStore({
    path: config.database.path,
    clock,
    sessionTimeoutSeconds: config.sessionTimeoutSeconds,
  });
}

/** Brings the database to the newest schema; answers the numbers of the migrations applied now. */
export function migrateStore(config: Config): readonly number[] {
  return migrateSqlite(config.database.path);
}
