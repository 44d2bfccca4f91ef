// Starts the real service inside the test's process, on a real database, with a clock that the test moves.
import { SignJWT } from 'jose';
import { type App, type Runtime, startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Environment } from '../../src/config/settings.ts';
import { createLog } from '../../src/lib/log.ts';
import { type Answer, type CallOptions, call } from './api.ts';
import { type ManualClock, manualClock } from './clock.ts';
import { sqlite, type TestDatabase, type TestEngine } from './engines.ts';

export const testSecret =
  'a shared secret for tests, long enough for HS512: 0123456789abcdef0123456789abcdef';

/** A token signed with the test secret; `claims` override. */
export function signTestToken(playerId: string, claims: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT({ sub: playerId, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(testSecret));
}

export interface Service {
  readonly clock: ManualClock;
  readonly database: TestDatabase;
  readonly url: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The same while time passes: for answers that may wait for work of the service, such as a count that a job has begun. */
  callInTime(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The same as `call` with a token of that player. */
  as(playerId: string, method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Ends the service and starts it again on the same database. */
  restart(changes?: Environment): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions extends Pick<Runtime, 'signInLinks' | 'consoleFiles'> {
  readonly engine?: TestEngine;
  readonly environment?: Environment;
  readonly clock?: ManualClock;
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const engine = options.engine ?? sqlite;
  const clock = options.clock ?? manualClock();
  const database = await engine.create();
  let environment = { ...database.environment, ...options.environment };
  const { signInLinks, consoleFiles } = options;
  const runtime = { clock, ...(signInLinks && { signInLinks }), ...(consoleFiles && { consoleFiles }) };
  let app = await boot(environment, runtime);

  /** In production the end begins with draining, so that time has to pass. */
  async function end(): Promise<void> {
    const stopping = app.stop();
    await (environment.NODE_ENV === 'production' ? clock.passUntil(stopping) : stopping);
  }

  const send = callOf(() => app.url);

  return {
    clock,
    database,
    get url() {
      return app.url;
    },
    call: send,
    callInTime: (method, path, callOptions) => clock.passUntil(send(method, path, callOptions)),
    as: async (playerId, method, path, callOptions) =>
      send(method, path, { token: await signTestToken(playerId), ...callOptions }),
    async restart(changes) {
      await end();
      environment = { ...database.environment, ...options.environment, ...changes };
      app = await boot(environment, runtime);
    },
    async stop() {
      await end();
      await database.remove();
    },
  };
}

/** The `call` of a service at an address, which may change. */
export const callOf =
  (url: () => string): Service['call'] =>
  (method, path, options) =>
    call(url(), method, path, options);

export function testConfig(environment: Environment) {
  return loadConfig({ JWT_SECRET: testSecret, PORT: '0', LOG_LEVEL: 'silent', ...environment });
}

function boot(environment: Environment, runtime: Omit<Runtime, 'log'>): Promise<App> {
  const config = testConfig(environment);
  const log = createLog({ level: config.logLevel, production: true });
  return startApp(config, { ...runtime, log });
}
