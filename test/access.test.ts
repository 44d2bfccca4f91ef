// The access to every route of the table by every kind of caller. The test fails for a route that is missing here.
// The routes for servers are in keys/access.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { consoleDirectory } from '../src/console/files.ts';
import { systemClock } from '../src/lib/clock.ts';
import { routeTable } from '../src/routes.ts';
import { playerRequests } from './harness/player-requests.ts';
import { type Service, signTestToken, startService } from './harness/service.ts';
import { openStoreOn } from './harness/store.ts';

const unauthorized = { statusCode: 401, error: { message: 'Unauthorized' } };
const notFound = { statusCode: 404, error: { message: 'Player not found' } };
const noVersion = { statusCode: 404, error: { message: 'Version not found' } };
const noSession = { statusCode: 400, error: { message: 'No active session found' } };

/** The answer to a registered player without a session: the status, and the message of an error. */
const registeredPlayer: Readonly<Record<string, [number, unknown?]>> = {
  'GET /api/game/metadata': [200],
  'GET /api/game/metadata/:sequentialId': [200],
  'POST /api/game/metadata': [200],
  'DELETE /api/game/metadata': [200],
  'POST /api/game/session/start': [200],
  'POST /api/game/session/heartbeat': [400, noSession],
  'POST /api/game/session/stop': [400, noSession],
  'GET /api/game/session': [400, noSession],
  'GET /api/game/session/history': [200],
  'POST /api/game/metadata/lookup': [200],
  'PATCH /api/game/metadata': [200],
  'GET /api/game/metadata/history': [200],
  'GET /api/game/metadata/history/:version': [404, noVersion],
  'POST /api/game/metadata/history/:version/restore': [404, noVersion],
};
const isConsoleBuilt = existsSync(join(consoleDirectory, 'index.html'));

const forAnyone: Readonly<Record<string, number>> = {
  'GET /livez': 200,
  'GET /readyz': 200,
  'GET /openapi.json': 200,
  'GET /docs': 200,
  'GET /docs/server': 200,
  'GET /docs/*': 200,
  // The tests need no build of the console. Without one its pages say how to make it.
  'GET /console': isConsoleBuilt ? 200 : 404,
  'GET /console/*': isConsoleBuilt ? 200 : 404,
  'POST /console/session': 401,
  'POST /console/session/link': 403,
  'DELETE /console/session': 403,
  'GET /console/session/ways': 200,
  'POST /console/session/issuer': 403,
  'POST /console/session/code': 403,
};

const callers = {
  guest: async () => undefined,
  'caller with a forged token': async () => `${(await signTestToken('ann')).slice(0, -3)}AAA`,
  'caller with an expired token': () => signTestToken('ann', { exp: 1 }),
};

const invalid = (why: string) => `Bearer error="invalid_token", error_description="${why}"`;
const challenges: Record<string, string> = {
  'caller with a forged token': invalid('the signature of the token is not valid'),
  'caller with an expired token': invalid('the token has expired'),
};

let service: Service;
/** A file of the API pages, which has a hash in its name. */
let startScript: string;
beforeAll(async () => {
  service = await startService({ environment: { PLAYER_PROVISIONING: 'registered' } });
  const store = await openStoreOn(service.database.environment, systemClock);
  await store.players.register('someone');
  for (const route of routeTable) await store.players.register(`${route.method} ${route.path}`);
  await store.players.register('erased');
  await store.players.erase('erased');
  await store.close();
  const { text } = await service.call('GET', '/docs');
  startScript = /docs\/(start\.\w+\.js)/.exec(text)?.[1] ?? '';
});
afterAll(() => service.stop());

const request = (method: string, path: string, token: string | undefined) => {
  const { options } = playerRequests.find((each) => each.method === method && each.path === path) ?? {};
  const target = path.replace(':sequentialId', '1').replace(':version', '1').replace('*', startScript);
  return service.call(method, target, { token, ...options });
};

for (const { method, path, access } of routeTable.filter(({ access }) => access.kind !== 'server')) {
  const name = `${method} ${path}`;
  describe(name, () => {
    if (access.kind === 'anyone') {
      test('answers anyone, with or without a token', async () => {
        expect((await request(method, path, undefined)).status).toBe(forAnyone[name] ?? 0);
        expect((await request(method, path, 'nonsense')).status).toBe(forAnyone[name] ?? 0);
      });
      return;
    }
    if (access.kind === 'thisMachine') {
      test('answers this machine, and no request that came through a proxy', async () => {
        expect((await request(method, path, undefined)).status).toBe(200);
        const proxied = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'X-Forwarded-Proto'];
        for (const header of [...proxied, 'host']) {
          const answer = await service.call(method, path, { headers: { [header]: 'for=192.0.2.1' } });
          expect([answer.status, answer.body?.error]).toEqual([404, { message: 'Not found' }]);
        }
      });
      test('lets no page of another origin read it, whatever CORS_ORIGINS says', async () => {
        const preflight = { origin: 'https://evil.example', 'access-control-request-method': method };
        for (const [each, headers] of [
          [method, { origin: 'https://evil.example' }],
          [method, { origin: 'https://evil.example', host: 'evil.example' }],
          ['OPTIONS', preflight],
          ['DELETE', preflight],
        ] as const) {
          const answer = await service.call(each, path, { headers });
          const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
          expect([each, cors, answer.headers.has('vary')]).toEqual([each, [], false]);
          // For comparison: the routes for players allow every origin, as this service is configured.
          const other = await service.call(each, '/api/game/metadata', { headers });
          expect(other.headers.get('access-control-allow-origin')).toBe('*');
        }
      });
      return;
    }
    for (const [caller, token] of Object.entries(callers)) {
      test(`refuses a ${caller}`, async () => {
        const answer = await request(method, path, await token());
        expect([answer.status, answer.body]).toEqual([401, unauthorized]);
        expect(answer.headers.get('www-authenticate')).toBe(challenges[caller] ?? 'Bearer');
      });
    }
    for (const stranger of ['unknown', 'erased']) {
      test(`answers 404 to a ${stranger} player in registered mode`, async () => {
        const answer = await request(method, path, await signTestToken(stranger));
        expect([answer.status, answer.body]).toEqual([404, notFound]);
      });
    }
    test('serves a registered player', async () => {
      const answer = await request(method, path, await signTestToken(name));
      const [status, error] = registeredPlayer[name] ?? [0];
      expect(answer.status).toBe(status);
      if (error !== undefined) expect(answer.body).toEqual(error);
    });
  });
}
