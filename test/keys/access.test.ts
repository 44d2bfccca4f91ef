// The access to the server API: every route of it × every kind of caller. What a caller gets who may is in shown.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { newKeyText } from '../../src/lib/key-text.ts';
import { routeTable } from '../../src/routes.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, revokeTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, signTestToken, startService } from '../harness/service.ts';

const routes = routeTable.filter(({ access }) => access.kind === 'server');
const unusedId = '01a00000-0000-7000-8000-00000000000a';

/** The path with ids that nobody has. */
const targetOf = (path: string): string =>
  path.replace(/:(?:keyId|webhookId)/, unusedId).replace(/:(?:sequentialId|playerId|version)/g, '7');

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
    ): Promise<Answer> {
      // Unknown keys are looked up ten times a second.
      service.clock.advance(1_000);
      const headers = { origin: 'https://game.example' };
      const answer = await service.callInTime(method, targetOf(path), { token, headers });
      expect([...answer.headers.keys()].filter((name) => /^access-control-|^vary$/.test(name))).toEqual([]);
      return answer;
    }

    for (const route of routes) {
      const { method, path, scope } = route;
      describe(`${method} ${path}`, () => {
        test('refuses a missing, malformed, unknown, revoked or expired key', async () => {
          const malformed = 'this is no server key';
          const twice = 'the server key begins with Bearer: the header Authorization has the scheme once';
          const unknown = 'the server key is unknown or was revoked';
          for (const [caller, token, why] of [
            ['nobody', undefined, undefined],
            ['a player', await signTestToken('ann'), malformed],
            ['a key with a wrong check sum', `${newKeyText().slice(0, -1)}_`, malformed],
            ['a part of the key of the environment', testServerKey.slice(0, -1), malformed],
            ['a key after the scheme twice', `Bearer ${testServerKey}`, twice],
            ['a key that never was', newKeyText(), unknown],
            ['a revoked key', keys.get('revoked'), unknown],
            ['an expired key', keys.get('expired'), 'the server key has expired'],
          ]) {
            const { body, headers } = await ask(route, token);
            const error = { message: 'Unauthorized' };
            expect([caller, body]).toEqual([caller, { statusCode: 401, error }]);
            const fault = why && ` error="invalid_token", error_description="${why}"`;
            expect([caller, headers.get('www-authenticate')]).toEqual([caller, `Bearer${fault ?? ''}`]);
          }
        });

        test(scope === undefined ? 'serves a key with any scope' : `needs the scope ${scope}`, async () => {
          const error = { message: 'Forbidden', detail: `the key lacks the scope ${scope}` };
          for (const each of scopes) {
            const { status, body } = await ask(route, keys.get(each));
            if (scope === undefined || scope === each) expect([401, 403]).not.toContain(status);
            else expect([each, body]).toEqual([each, { statusCode: 403, error }]);
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
      for (const token of [testServerKey, keys.get('players:read')]) {
        const answer = await service.call('GET', paths.metadata, { token });
        expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
      }
    });
  });
}
