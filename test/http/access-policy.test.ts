// The policy of a route's kind of access, as the HTTP server applies it: load shedding and CORS by path, for every answer.
import { afterEach, expect, test } from 'bun:test';
import { playerAccess } from '../../src/auth/access/player.ts';
import { serverAccess } from '../../src/auth/access/server.ts';
import type { AccessPolicy, HttpRoute } from '../../src/http/http-route.ts';
import { type HttpServer, startHttpServer } from '../../src/http/server.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { manualClock } from '../harness/clock.ts';

let server: HttpServer | undefined;
afterEach(async () => {
  await server?.stop(0);
  server = undefined;
});

const origin = 'https://game.example';
const configured = { isSheddable: true, cors: 'configured' } as const;
const none = { isSheddable: true, cors: 'none' } as const;
const unsheddable = { isSheddable: false, cors: 'none' } as const;

const route = (path: string, access: AccessPolicy, method: HttpRoute['method'] = 'GET'): HttpRoute => ({
  ...{ method, path, access },
  handle: () => ({ status: 200, body: 'served', headers: {} }),
});

async function start(
  routes: readonly HttpRoute[],
  isOverloaded: boolean | ((share: number | undefined) => boolean),
): Promise<HttpServer> {
  server = await startHttpServer({
    ...{ host: '127.0.0.1', port: 0, corsOrigins: [origin], production: true, routes },
    clock: manualClock(),
    log: createLog({ level: 'silent', production: true }),
    metrics: createMetrics(),
    tryAdmit: (share) => !(typeof isOverloaded === 'boolean' ? isOverloaded : isOverloaded(share)),
  });
  return server;
}

async function ask(path: string, method = 'GET') {
  const headers = { origin, 'access-control-request-method': 'GET' };
  const response = await fetch(`${server?.url}${path}`, { method, headers });
  const cors = [...response.headers.keys()].filter((name) => /^access-control-|^vary$/.test(name));
  return [response.status, cors.length > 0];
}

test.each([false, true])('CORS headers follow the policy of the path; overload: %p', async (isOverloaded) => {
  await start(
    [route('/with', configured), route('/without', none), route('/probe', unsheddable)],
    isOverloaded,
  );
  const sheddable = isOverloaded ? 503 : 200;
  expect(await ask('/with')).toEqual([sheddable, true]);
  expect(await ask('/without')).toEqual([sheddable, false]);
  expect(await ask('/probe')).toEqual([200, false]);
  // Preflights are always answered. The policy of a path also applies to its unknown methods.
  expect(await ask('/with', 'OPTIONS')).toEqual([204, true]);
  expect(await ask('/without', 'OPTIONS')).toEqual([204, false]);
  expect(await ask('/with', 'DELETE')).toEqual([isOverloaded ? 503 : 405, true]);
  expect(await ask('/without', 'DELETE')).toEqual([isOverloaded ? 503 : 405, false]);
  // A path without routes has the configured policy.
  expect(await ask('/nowhere')).toEqual([404, true]);
});

test('a kind of access with a smaller share of the load is refused first', async () => {
  const servers = { ...none, admissionShare: 0.5 };
  await start([route('/players', configured), route('/servers', servers)], (share = 1) => share < 1);
  expect([await ask('/players'), await ask('/servers')]).toEqual([
    [200, true],
    [503, false],
  ]);
  expect(serverAccess.admissionShare).toBe(0.5);
  expect(playerAccess.admissionShare).toBeUndefined();
});

test('a path whose routes differ in their kind of access ends the start', async () => {
  const routes = [route('/mixed', configured), route('/mixed', none, 'POST')];
  await expect(start(routes, false)).rejects.toThrow('the routes of /mixed have several kinds of access');
});
