// The policy of a route's kind of access, as the HTTP server applies it: load shedding and CORS by path, for every answer.
import { afterEach, expect, test } from 'bun:test';
import { playerAccess } from '../../src/auth/access/player.ts';
import { serverAccess } from '../../src/auth/access/server.ts';
import type { AccessPolicy, HttpRoute } from '../../src/http/http-route.ts';
import type { HttpServer } from '../../src/http/server.ts';
import { startTestServer } from './test-server.ts';

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
  isOverloaded: (share?: number) => boolean = () => false,
): Promise<void> {
  server = await startTestServer({
    corsOrigins: [origin],
    routes,
    tryAdmit: (share) => !isOverloaded(share),
  });
}

async function ask(path: string, method = 'GET') {
  const headers = { origin, 'access-control-request-method': 'GET' };
  const response = await fetch(`${server?.url}${path}`, { method, headers });
  const cors = [...response.headers.keys()].filter((name) => /^access-control-|^vary$/.test(name));
  return [response.status, cors.length > 0];
}

test.each([false, true])('CORS headers follow the policy of the path; overload: %p', async (isOverloaded) => {
  const routes = [route('/with', configured), route('/without', none), route('/probe', unsheddable)];
  await start(routes, () => isOverloaded);
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
  await expect(start(routes)).rejects.toThrow('the routes of /mixed have several kinds of access');
});
