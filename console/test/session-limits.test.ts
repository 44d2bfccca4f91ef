// Limits of signing in at the console and out of it: each counts for its address, a sign-in also for its key, and the store is
// asked to end a session that was found alone.
import { afterEach, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { createAddressLimit } from '../../src/auth/address-limit.ts';
import { createConsoleSessions } from '../../src/auth/console-sessions.ts';
import { createKeyRefusals } from '../../src/auth/key-refusals.ts';
import { createServerKeys } from '../../src/auth/server-keys.ts';
import { createSessionCookie } from '../../src/auth/session-cookie.ts';
import { consoleSessionRoutes } from '../../src/console/session-routes.ts';
import { createSignInLinks } from '../../src/console/sign-in-links.ts';
import { startHttpServer } from '../../src/http/server.ts';
import { keyDigest } from '../../src/lib/key-text.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { SERVER_KEY_LOOKUPS_PER_SECOND } from '../../src/limits.ts';
import type { Answer } from '../../test/harness/api.ts';
import { call } from '../../test/harness/api.ts';
import { manualClock } from '../../test/harness/clock.ts';
import { fromConsole, headersOfSession } from '../../test/harness/console-session.ts';
import { engines, sqlite } from '../../test/harness/engines.ts';
import { createTestKey, testServerKey } from '../../test/harness/server-keys.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { openTestStore } from '../../test/harness/store.ts';

const path = '/console/session';
const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
const newSecret = () => randomBytes(32).toString('base64url');
const forged = () => ({
  ...fromConsole,
  cookie: `playkeep=${newSecret()}`,
  'x-playkeep-console': newSecret(),
});

let service: Service | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});
const ask = (method: string, target: string, options: Parameters<typeof call>[3]) =>
  (service as Service).call(method, target, options);
const signIn = (token: string, headers: Record<string, string> = {}) =>
  ask('POST', path, { token, headers: { ...fromConsole, ...headers } });
const signOut = (headers: Record<string, string>) => ask('DELETE', path, { headers });
async function inTurn(amount: number, act: () => Promise<Answer>): Promise<number[]> {
  const answers: Answer[] = [];
  for (let n = 0; n < amount; n += 1) answers.push(await act());
  return statusesOf(answers);
}

describe.each(engines.map((engine) => [engine.name, engine] as const))('signing in on %s', (_, engine) => {
  test('counts for the limit of its key, as every other request does', async () => {
    service = await startService({ engine, environment: { SERVER_RATE_LIMIT_PER_MINUTE: '100' } });
    const { token } = await createTestKey(service);
    const other = await createTestKey(service);
    expect(new Set(await inTurn(100, () => signIn(token)))).toEqual(new Set([200]));
    const refused = await signIn(token);
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([429, null]);
    expect((await ask('GET', '/api/server/me', { token })).status).toBe(429);
    expect((await signIn(other.token)).status).toBe(200);
  });
});

describe('the limit of an address', () => {
  const limits = { TRUSTED_PROXY_HOPS: '1', UNAUTHENTICATED_LIMIT_PER_MINUTE: '5' };
  const via = (address: string) => ({ 'x-forwarded-for': address });
  const start = async () => {
    service = await startService({ environment: { SERVER_API_KEY: testServerKey, ...limits } });
  };

  test('counts each sign-in, with a good key too, by the address that the proxy saw', async () => {
    await start();
    const mine = via('192.0.2.1');
    const answers = await inTurn(4, () => signIn(testServerKey, mine));
    const wrong = await signIn('nonsense', via('203.0.113.9, 192.0.2.1'));
    expect([...answers, wrong.status]).toEqual([200, 200, 200, 200, 401]);
    const refused = await signIn(testServerKey, mine);
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([429, null]);
    expect((await signIn(testServerKey, via('192.0.2.2'))).status).toBe(200);
  });

  test('counts an IPv6 network of 64 bits as one', async () => {
    await start();
    for (let n = 1; n <= 5; n += 1) await signIn('nonsense', via(`2001:db8:0:1::${n}`));
    expect((await signIn(testServerKey, via('2001:db8:0:1:ffff::6'))).status).toBe(429);
    expect((await signIn(testServerKey, via('2001:db8:0:2::1'))).status).toBe(200);
  });

  test('counts sign-outs without a session, and keeps nobody who has one from signing out', async () => {
    await start();
    const mine = via('192.0.2.1');
    const session = { ...headersOfSession(await signIn(testServerKey, via('192.0.2.2'))), ...mine };
    expect((await ask('GET', '/api/server/me', { headers: session })).status).toBe(200);
    const { cookie } = session;
    for (const headers of [fromConsole, { ...fromConsole, cookie }, forged(), forged(), forged()])
      expect((await signOut({ ...headers, ...mine })).status).toBe(200);
    expect((await signOut({ ...forged(), ...mine })).status).toBe(429);
    const out = await signOut(session);
    expect([out.status, out.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    const elsewhere = { ...session, ...via('192.0.2.3') };
    expect((await ask('GET', '/api/server/me', { headers: elsewhere })).status).toBe(401);
  });
});

test('a thousand sign-outs without a session end nothing in the store, and look up few', async () => {
  const t = await openTestStore(sqlite);
  const asked = { delete: 0, lookups: 0 };
  const store: typeof t.store.consoleSessions = {
    ...t.store.consoleSessions,
    delete(digest) {
      asked.delete += 1;
      return t.store.consoleSessions.delete(digest);
    },
    findByDigests(digests) {
      asked.lookups += 1;
      return t.store.consoleSessions.findByDigests(digests);
    },
  };
  const clock = manualClock();
  const [log, metrics] = [createLog({ level: 'silent', production: true }), createMetrics()];
  const dependencies = {
    serverKeys: createServerKeys({ store: t.store.serverKeys, clock, environmentKey: testServerKey }),
    consoleSessions: createConsoleSessions(store, clock),
    sessionCookie: createSessionCookie(false),
    addressLimit: createAddressLimit({ proxyHops: 0, perMinute: 5_000 }, clock),
    keyRefusals: createKeyRefusals({ clock, log, metrics, production: false }),
    takeServerToken: undefined,
    config: { metadataSchema: undefined, events: [], idleTimeoutSeconds: 75 },
    signInLinks: createSignInLinks(clock),
  };
  const server = await startHttpServer({
    ...{
      host: '127.0.0.1',
      port: 0,
      corsOrigins: [],
      production: true,
      idleTimeoutSeconds: 75,
      clock,
      log,
      metrics,
    },
    routes: consoleSessionRoutes.map(({ bind, ...route }) => ({ ...route, handle: bind(dependencies) })),
    tryAdmit: () => true,
  });
  const send = (method: string, options: Parameters<typeof call>[3]) =>
    call(server.url, method, path, options);
  try {
    const session = headersOfSession(await send('POST', { token: testServerKey, headers: fromConsole }));
    const flood = Promise.all(Array.from({ length: 1_000 }, () => send('DELETE', { headers: forged() })));
    expect(new Set(statusesOf(await clock.passUntil(flood)))).toEqual(new Set([200]));
    expect(asked.delete).toBe(0);
    // A hundred go into one lookup, and ten of these into a second.
    expect(asked.lookups).toBeWithin(1, 3 * SERVER_KEY_LOOKUPS_PER_SECOND);
    const { cookie } = session;
    expect((await send('DELETE', { headers: { ...fromConsole, cookie } })).status).toBe(200);
    expect(asked.delete).toBe(0);
    const out = send('DELETE', { headers: session });
    expect((await clock.passUntil(out)).status).toBe(200);
    expect(asked.delete).toBe(1);
    expect(await t.store.consoleSessions.findByDigests([keyDigest(cookie)])).toEqual([]);
  } finally {
    await server.stop(0);
    await t.remove();
  }
});
