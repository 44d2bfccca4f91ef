// The access to the server API: every route of it × every kind of caller, on both engines.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { newKeyText } from '../../src/lib/key-text.ts';
import { routeTable } from '../../src/routes.ts';
import { type Scope, scopes } from '../../src/store/ports/keys.ts';
import { type Answer, type CallOptions, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, revokeTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, signTestToken, startService } from '../harness/service.ts';

const unusedId = '01a00000-0000-7000-8000-00000000000a';

type Served = readonly [status: number, message?: string];

/** These need parameters that the callers of this test leave out. */
const needParameters = new Set([
  'online/series',
  'players',
  'stickiness',
  'retention',
  'cohorts',
  'session-lengths',
  'sessions',
  'sessions/series',
  'metadata',
]);

/** The answer to a caller who may: nobody has the ids of players, and no key the id of the paths. */
function servedAt(path: string): Served {
  // No events are told: test/events/feed.test.ts has those that are.
  if (path === '/api/server/events') return [404, 'Not found'];
  // There is no schema.
  if (path.endsWith('/validate')) return [400, 'Invalid request'];
  // No events are told.
  if (path.startsWith('/api/server/webhooks')) return [404, 'Not found'];
  if (/:sequentialId|:playerId/.test(path)) return [404, 'Player not found'];
  if (path.includes(':keyId') || path.includes(':personId')) return [404, 'Key not found'];
  const statistics = path.split('/statistics/')[1];
  return statistics && needParameters.has(statistics) ? [400, 'Invalid request'] : [200];
}

const routes = routeTable.filter(({ access }) => access.kind === 'server');

/** Of the scope that a caller has, so that the caller may hand it on. */
function bodyFor(name: string, scope: Scope): Pick<CallOptions, 'body'> {
  if (name === 'POST /api/server/keys') return { body: JSON.stringify({ name: 'x', scopes: [scope] }) };
  if (name === 'POST /api/server/players') return { body: '{"playerId":"x"}' };
  if (name === 'POST /api/server/players/bulk') return { body: '{"playerIds":["x"]}' };
  if (name === 'POST /api/server/players/lookup') return { body: '{"sequentialIds":[7]}' };
  if (name === 'POST /api/server/metadata/losses/restore')
    return { body: '{"losses":[{"sequentialId":77,"version":2}]}' };
  if (name !== 'POST /api/server/metadata/bulk') return {};
  return { body: JSON.stringify({ operations: [{ sequentialId: 77, op: 'delete' }] }) };
}

/** The path with ids that nobody has. */
const targetOf = (path: string): string =>
  path
    .replace(':keyId', unusedId)
    .replace(':webhookId', unusedId)
    .replace(':sequentialId', '7')
    .replace(':playerId', 'nobody')
    .replace(':version', '1');

const invalid = (why: string) => `Bearer error="invalid_token", error_description="${why}"`;

for (const engine of engines) {
  describe(`the server API on ${engine.name}`, () => {
    let service: Service;
    const keys = new Map<string, string>();
    beforeAll(async () => {
      // Pages of any origin may call the routes for players.
      const environment = { SERVER_API_KEY: testServerKey, CORS_ORIGINS: '*' };
      service = await startService({ engine, environment });
      for (const scope of scopes) {
        keys.set(scope, (await createTestKey(service, { scopes: [scope] })).token);
        const others = scopes.filter((each) => each !== scope);
        keys.set(`without ${scope}`, (await createTestKey(service, { scopes: others })).token);
      }
      keys.set('all', (await createTestKey(service)).token);
      keys.set('expired', (await createTestKey(service, { expiresInSeconds: 1 })).token);
      const { keyId, token } = await createTestKey(service);
      keys.set('revoked', token);
      expect((await service.call('GET', '/api/server/me', { token })).status).toBe(200);
      await revokeTestKey(service, keyId);
      service.clock.advance(10_000);
    }, 90_000);
    afterAll(() => service.stop());

    async function ask(
      { method, path }: (typeof routes)[number],
      token: string | undefined,
      scope: Scope = 'keys:write',
    ): Promise<Answer> {
      // Unknown keys are looked up ten times a second.
      service.clock.advance(1_000);
      const name = `${method} ${path}`;
      const options = { token, headers: { origin: 'https://game.example' }, ...bodyFor(name, scope) };
      const answer = await service.callInTime(method, targetOf(path), options);
      const cors = [...answer.headers.keys()].filter((name) => /^access-control-|^vary$/.test(name));
      expect([name, cors]).toEqual([name, []]);
      return answer;
    }

    function expectServed({ path }: (typeof routes)[number], { status, body }: Answer): void {
      const [expected, message] = servedAt(path);
      expect([status, body.error?.message]).toEqual([expected, message]);
    }

    for (const route of routes) {
      const { method, path, scope } = route;
      describe(`${method} ${path}`, () => {
        test('refuses a missing, malformed, unknown, revoked or expired key', async () => {
          const malformed = invalid('this is no server key');
          const unknown = invalid('the server key is unknown or was revoked');
          const refused: readonly (readonly [
            caller: string,
            token: string | undefined,
            challenge: string,
          ])[] = [
            ['nobody', undefined, 'Bearer'],
            ['a player', await signTestToken('ann'), malformed],
            ['a key with a wrong check sum', `${newKeyText().slice(0, -1)}_`, malformed],
            ['a part of the key of the environment', testServerKey.slice(0, -1), malformed],
            ['a key that never was', newKeyText(), unknown],
            ['a revoked key', keys.get('revoked'), unknown],
            ['an expired key', keys.get('expired'), invalid('the server key has expired')],
          ];
          for (const [caller, token, challenge] of refused) {
            const { status, body, headers } = await ask(route, token);
            expect([caller, status, body]).toEqual([
              caller,
              401,
              { statusCode: 401, error: { message: 'Unauthorized' } },
            ]);
            expect([caller, headers.get('www-authenticate')]).toEqual([caller, challenge]);
          }
        });

        test('serves the key of the environment and a key with all scopes', async () => {
          for (const token of [testServerKey, keys.get('all')]) expectServed(route, await ask(route, token));
        });

        test(scope === undefined ? 'serves a key with any scope' : `needs the scope ${scope}`, async () => {
          for (const each of scopes) {
            const answer = await ask(route, keys.get(each), each);
            if (scope === undefined || scope === each) {
              expectServed(route, answer);
              continue;
            }
            const error = { message: 'Forbidden', detail: `the key lacks the scope ${scope}` };
            expect([each, answer.body]).toEqual([each, { statusCode: 403, error }]);
          }
          if (scope !== undefined) expect((await ask(route, keys.get(`without ${scope}`))).status).toBe(403);
        });

        test('answers a preflight without a word for any origin', async () => {
          const headers = { origin: 'https://game.example', 'access-control-request-method': method };
          const answer = await service.call('OPTIONS', targetOf(path), { headers });
          expect(answer.status).toBe(204);
          expect([...answer.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
        });
      });
    }

    test('has every route under one path', () => {
      const others = routeTable.filter(({ access }) => access.kind !== 'server');
      expect(others.filter(({ path }) => path.startsWith('/api/server/'))).toEqual([]);
      expect(routes.filter(({ access }) => !access.isSheddable)).toEqual([]);
    });

    test('has keys that are no tokens of players', async () => {
      for (const token of [testServerKey, keys.get('all')]) {
        const answer = await service.call('GET', paths.metadata, { token });
        expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
      }
    });
  });
}
