// The demo: the service on a temporary SQLite file with a month of players and some live traffic. It listens on loopback alone,
// never touches another store, and removes its directory at the end.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Runtime, startApp } from '../app.ts';
import { signToken } from '../auth/sign.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { type Environment, given, isProduction } from '../config/settings.ts';
import { createSignInLinks, signInUrl } from '../console/sign-in-links.ts';
import { keyDigest } from '../lib/key-text.ts';
import { eventGroups } from '../store/ports/events.ts';
import { startBackend } from './backend.ts';
import { demoIndexes, demoLabels, fillStore } from './fill-store.ts';
import { findFreePort } from './free-port.ts';
import { playerWithLostSave } from './player-names.ts';
import { startTraffic } from './traffic.ts';

/** The demo refuses to start. The message says why. */
export class DemoRefused extends Error {
  override readonly name = 'DemoRefused';
}

export interface Demo {
  readonly url: string;
  /** The address of the console with a sign-in link, which works once. */
  readonly signInUrl: string;
  /** The text of a server key with all scopes. */
  readonly keyText: string;
  /** A player, with a token for a day. */
  readonly player: { readonly playerId: string; readonly token: string };
  /** Ends the service and removes its directory. */
  stop(): Promise<void>;
}

/** A temporary directory of the demo, and the config that names it. */
export interface DemoPlace {
  readonly config: Config;
  /** The port of the environment, or one that is free now. Filling the store takes a while, so it is asked for afterwards. */
  findPort(): number;
  /** Removes the directory, at once. It may be called again. */
  remove(): void;
}

const loopback = '127.0.0.1';
const preferredPort = 8080;
const playersOfDemo = 5_000;
const tokenLifetimeSeconds = 24 * 3_600;

/**
 * Makes the temporary directory and the config. Only `NODE_ENV`, `PORT` and `LOG_LEVEL` of the environment count, so no setting of an
 * operator leads to another store.
 * @throws DemoRefused in production, ConfigError for an invalid port or level
 */
export function prepareDemo(environment: Environment): DemoPlace {
  if (isProduction(environment))
    throw new DemoRefused(
      'the demo prints a key with all scopes, so it does not run with NODE_ENV=production; unset it on a machine of your own',
    );
  const port = given(environment, 'PORT');
  const settings = {
    ...{ HOST: loopback, PORT: port ?? String(preferredPort), CORS_ORIGINS: 'none' },
    LOG_LEVEL: given(environment, 'LOG_LEVEL') ?? 'warn',
    ...{ EVENTS: eventGroups.join(','), WEBHOOKS_ALLOW_PRIVATE: 'true' },
    STATISTICS_CONTEXT: '/platform,/version',
    PLAYER_NAME: demoLabels.name,
    PLAYER_COLUMNS: demoLabels.columns.join(','),
    JWT_SECRET: randomBytes(32).toString('base64url'),
  };
  // Problems are found before the directory is there.
  loadConfig(settings);
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-demo-'));
  const indexes = join(directory, 'indexes.json');
  writeFileSync(indexes, JSON.stringify(demoIndexes));
  const config = loadConfig({
    ...settings,
    DATABASE_URL: `sqlite:${join(directory, 'demo.db')}`,
    METADATA_INDEXES: indexes,
  });
  return {
    config,
    findPort: () => (port === undefined ? findFreePort(loopback, preferredPort) : config.port),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Fills the store and starts the service. The directory is removed when this fails. @throws the errors of `startApp` */
export async function startDemo(
  { config, findPort, remove }: DemoPlace,
  runtime: Runtime,
  players = playersOfDemo,
): Promise<Demo> {
  const { clock, log } = runtime;
  try {
    // The month before is no news.
    const untold = { ...config, events: [] };
    const { world, keyText } = await fillStore(untold, runtime, { now: clock.now(), players });
    const signInLinks = createSignInLinks(clock);
    const app = await startApp({ ...config, port: findPort() }, { ...runtime, signInLinks });
    const backend = await startBackend(app.url, keyText);
    const traffic = startTraffic({ url: app.url, tokens: config.tokens, world, clock, log });
    const { tokens } = config;
    const options = { playerId: playerWithLostSave, lifetimeSeconds: tokenLifetimeSeconds, clock };
    const token = await signToken(tokens, options);
    return {
      url: app.url,
      signInUrl: signInUrl(app.url, signInLinks, keyDigest(keyText)),
      keyText,
      player: { playerId: playerWithLostSave, token },
      async stop() {
        try {
          await traffic.stop();
          await app.stop();
        } finally {
          await backend.stop();
          remove();
        }
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
