// The example at work: the service on an SQLite file, and two servers of the game, one for each device. All listen on loopback
// alone, and a temporary file is removed at the end.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type App, startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { findFreePort } from '../../src/demo/free-port.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import { bundleGame, type GameFiles } from './game-files.ts';
import { answerTokenRequest } from './token-issuer.ts';

export interface ExampleOptions {
  /** The SQLite file, made as needed and kept. Without it a temporary one is used. */
  readonly database?: string | undefined;
  /** The port of the game, by default the first free one from 8070 on. 0 lets the system choose all ports. */
  readonly port?: number | undefined;
}

export interface Example {
  /** The address of the game. */
  readonly url: string;
  /** The address of the game on the second device. */
  readonly secondUrl: string;
  readonly serviceUrl: string;
  /** The secret that signs the players' tokens. */
  readonly secret: string;
  /** The path of the SQLite file. */
  readonly database: string;
  /** Ends everything, and removes a temporary file. */
  stop(): Promise<void>;
}

const hostname = '127.0.0.1';
/** Not that of `playkeep token --serve`, which may run beside it. */
export const firstPort = 8_070;
const servicePort = 8_080;

/** @throws the errors of `startApp`, and the system's error for a port that is taken */
export async function startExample({ database, port }: ExampleOptions = {}): Promise<Example> {
  const files = await bundleGame();
  const secret = randomBytes(32).toString('base64url');
  const directory = database === undefined ? mkdtempSync(join(tmpdir(), 'playkeep-example-')) : undefined;
  const path = resolve(directory === undefined ? (database ?? '') : join(directory, 'example.db'));
  const servers: Bun.Server<undefined>[] = [];
  let app: App | undefined;
  const origins = (): readonly string[] => servers.map(({ url }) => url.origin);

  async function stop(): Promise<void> {
    await Promise.all(servers.map((server) => server.stop(true)));
    await app?.stop();
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  }

  try {
    const parts = { files, secret, origins, service: () => app?.url ?? '' };
    const freePort = (preferred: number): number => (port === 0 ? 0 : findFreePort(hostname, preferred));
    servers.push(serveGame(port ?? freePort(firstPort), parts));
    // The second device is another origin, so that the browser gives it a storage of its own.
    servers.push(serveGame(freePort(firstPort + 1), parts));
    const config = serviceConfig(secret, path, { port: freePort(servicePort), origins: origins() });
    app = await startApp(config, {
      clock: systemClock,
      log: createLog({ level: 'warn', production: false }),
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const [url = '', secondUrl = ''] = origins();
  return { url, secondUrl, serviceUrl: app.url, secret, database: path, stop };
}

const serviceConfig = (
  secret: string,
  path: string,
  { port, origins }: { readonly port: number; readonly origins: readonly string[] },
) =>
  loadConfig({
    ...{ HOST: hostname, PORT: String(port), CORS_ORIGINS: origins.join(',') },
    ...{ DATABASE_URL: `sqlite:${path}`, JWT_SECRET: secret, JWT_REQUIRED_CLAIMS: 'exp' },
  });

interface ServerParts {
  readonly files: GameFiles;
  readonly secret: string;
  readonly origins: () => readonly string[];
  readonly service: () => string;
}

function serveGame(port: number, { files, secret, origins, service }: ServerParts): Bun.Server<undefined> {
  return Bun.serve({
    hostname,
    port,
    fetch(request) {
      const { pathname, origin } = new URL(request.url);
      const [first = '', second = ''] = origins();
      // A page elsewhere may give its own name to this address (DNS rebinding). It would be of another origin here.
      if (!origins().includes(origin)) return new Response('Misdirected', { status: 421 });
      if (pathname === '/token') return answerTokenRequest(request, secret);
      const found = files.answer(pathname, { service: service(), second, first });
      return found ?? new Response('Not found', { status: 404 });
    },
  });
}
