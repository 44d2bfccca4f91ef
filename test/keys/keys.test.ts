// Server keys over HTTP: making, listing and revoking them, and what a caller may not hand on.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SERVER_KEY_MAX_SECONDS } from '../../src/limits.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import type { Answer } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';

for (const engine of engines) {
  describe(`server keys on ${engine.name}`, () => {
    let service: Service;
    beforeEach(async () => {
      service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
    });
    afterEach(() => service.stop());

    const as = (token: string, method: string, path: string, body?: unknown): Promise<Answer> =>
      service.call(method, `/api/server/${path}`, {
        token,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    const detailOf = ({ status, body }: Answer) => [status, body.error?.message, body.error?.detail];

    test('the key of the environment knows itself, is not listed and cannot be revoked', async () => {
      const { body } = await as(testServerKey, 'GET', 'me');
      expect(body.data).toEqual({ keyId: 'environment', name: 'SERVER_API_KEY', scopes: [...scopes] });
      expect((await as(testServerKey, 'GET', 'keys')).body.data).toEqual({ keys: [] });
      expect((await as(testServerKey, 'DELETE', 'keys/environment')).body).toEqual({
        statusCode: 404,
        error: { message: 'Key not found' },
      });
      expect((await as(testServerKey, 'GET', 'me')).status).toBe(200);
    });

    test('a key is made, used, listed and revoked, and its text is in one answer', async () => {
      const wanted = {
        name: 'back-end "é"',
        scopes: ['sessions:read', 'players:read'],
        expiresInSeconds: 60,
      };
      const now = service.clock.now();
      const created = await as(testServerKey, 'POST', 'keys', wanted);
      const { key, expiryCut, ...about } = created.body.data;
      expect(expiryCut).toBe(false);
      expect(namedShapes.CreatedServerKey.safeParse(created.body.data).error).toBeUndefined();
      expect(about).toEqual({
        keyId: about.keyId,
        name: wanted.name,
        scopes: ['players:read', 'sessions:read'],
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + 60_000).toISOString(),
        lastUsedAt: null,
        madeBy: 'environment',
      });
      expect((await as(key, 'GET', 'me')).body.data).toEqual({
        keyId: about.keyId,
        name: wanted.name,
        scopes: about.scopes,
      });
      const list = await as(testServerKey, 'GET', 'keys');
      expect(namedShapes.ServerKeyList.safeParse(list.body.data).error).toBeUndefined();
      expect(list.text).not.toContain(key);
      const { keys } = list.body.data;
      // Its use may be noted a moment later.
      expect(keys).toEqual([{ ...about, lastUsedAt: keys[0].lastUsedAt && new Date(now).toISOString() }]);
      expect((await as(testServerKey, 'DELETE', `keys/${about.keyId}`)).body.data).toEqual({ revoked: true });
      // At this process at once.
      expect((await as(key, 'GET', 'me')).status).toBe(401);
      expect((await as(testServerKey, 'DELETE', `keys/${about.keyId}`)).status).toBe(404);
      expect((await as(testServerKey, 'GET', 'keys')).body.data.keys).toEqual([]);
    });

    test('a key without an end lives on, another one expires in its second', async () => {
      const forever = await createTestKey(service);
      const brief = await createTestKey(service, { expiresInSeconds: 3 });
      const statuses = async () => [
        (await as(forever.token, 'GET', 'me')).status,
        (await as(brief.token, 'GET', 'me')).status,
      ];
      expect(await statuses()).toEqual([200, 200]);
      service.clock.advance(2_999);
      expect(await statuses()).toEqual([200, 200]);
      // Without a lookup: it is cached for longer than it has left.
      service.clock.advance(1);
      expect(await statuses()).toEqual([200, 401]);
      service.clock.advance(10 * 366 * 24 * 3_600_000);
      expect(await statuses()).toEqual([200, 401]);
      const { keys } = (await as(forever.token, 'GET', 'keys')).body.data;
      expect(keys.map(({ keyId }: { keyId: string }) => keyId)).toEqual([forever.keyId, brief.keyId]);
    });

    test('the last use lags a minute at most', async () => {
      const { token } = await createTestKey(service);
      const lag = async (): Promise<number> => {
        const { keys } = (await as(testServerKey, 'GET', 'keys')).body.data;
        return service.clock.now() - Date.parse(keys[0].lastUsedAt ?? 0);
      };
      for (let second = 0; second < 200; second += 7) {
        await as(token, 'GET', 'me');
        // The request does not wait until its use is noted.
        for (let turn = 0; turn < 6_000 && (await lag()) > 60_000; turn += 1) await Bun.sleep(5);
        expect(await lag()).toBeLessThanOrEqual(60_000);
        service.clock.advance(7_000);
      }
      service.clock.advance(600_000);
      expect(await lag()).toBeGreaterThan(600_000);
    });

    test('a key gives only scopes of its own, and revokes only keys without further ones', async () => {
      const caller = await createTestKey(service, { scopes: ['keys:write', 'players:read'] });
      const strong = await createTestKey(service, { scopes: ['players:read', 'players:write'] });
      const more = { name: 'x', scopes: ['players:read', 'players:write'] };
      expect(detailOf(await as(caller.token, 'POST', 'keys', more))).toEqual([
        403,
        'Forbidden',
        'your key lacks the scope players:write, so it cannot give it',
      ]);
      expect(detailOf(await as(caller.token, 'DELETE', `keys/${strong.keyId}`))).toEqual([
        403,
        'Forbidden',
        'your key lacks the scope players:write, so it cannot revoke a key that has it',
      ]);
      expect((await as(strong.token, 'GET', 'me')).status).toBe(200);
      const made = await as(caller.token, 'POST', 'keys', { ...more, scopes: ['players:read'] });
      expect((await as(caller.token, 'DELETE', `keys/${made.body.data.keyId}`)).status).toBe(200);
      // Its own key too.
      expect((await as(caller.token, 'DELETE', `keys/${caller.keyId}`)).status).toBe(200);
      expect((await as(caller.token, 'GET', 'me')).status).toBe(401);
    });

    test('a request that is not right is refused with what is wrong, and makes no key', async () => {
      const right = { name: 'x', scopes: ['players:read'] };
      const length = 'name must have 1 to 100 characters';
      const lifetime = `expiresInSeconds must be an integer from 1 to ${SERVER_KEY_MAX_SECONDS}`;
      const list = 'scopes must be an array of at least one scope';
      const wrong: readonly (readonly [unknown, string])[] = [
        ['', 'the body is empty'],
        ['[]', 'the body must be an object'],
        ['{"name":', 'not JSON: line 1, column 9'],
        [{ ...right, scope: [] }, '"scope" is no member of this body'],
        ['{"name":"x","name":"y","scopes":["players:read"]}', 'name is given twice'],
        [{ scopes: right.scopes }, 'name must be a string'],
        ...[7, null].map((name) => [{ ...right, name }, 'name must be a string'] as const),
        ...['', 'x'.repeat(101)].map((name) => [{ ...right, name }, length] as const),
        [{ ...right, name: 'a\u0000b' }, 'name must not hold U+0000, which cannot be seen'],
        [{ ...right, name: 'a\tb' }, 'name must not hold U+0009, which cannot be seen'],
        ['{"name":"\\ud800","scopes":["players:read"]}', 'name must not hold half of a surrogate pair'],
        [{ name: 'x' }, list],
        [{ ...right, scopes: [] }, list],
        [{ ...right, scopes: 'players:read' }, list],
        [{ ...right, scopes: ['players:read', 'players:read'] }, 'scopes has players:read twice'],
        ...['players', '__proto__', 'Players:read'].map(
          (scope) =>
            [
              { ...right, scopes: [scope] },
              `"${scope}" is no scope; scopes are ${scopes.join(', ')}`,
            ] as const,
        ),
        ...[0, -1, 1.5, '60', null, SERVER_KEY_MAX_SECONDS + 1, 1e21].map(
          (expiresInSeconds) => [{ ...right, expiresInSeconds }, lifetime] as const,
        ),
      ];
      for (const [body, detail] of wrong) {
        const answer = await as(testServerKey, 'POST', 'keys', body);
        expect([body, ...detailOf(answer)]).toEqual([body, 400, 'Invalid request', detail]);
      }
      const huge = { ...right, name: 'x'.repeat(70_000) };
      expect((await as(testServerKey, 'POST', 'keys', huge)).status).toBe(413);
      const headers = { 'content-type': 'text/plain' };
      const options = { token: testServerKey, headers, body: JSON.stringify(right) };
      expect((await service.call('POST', '/api/server/keys', options)).status).toBe(415);
      expect((await as(testServerKey, 'GET', 'keys')).body.data.keys).toEqual([]);
      const longest = { name: '🎮'.repeat(100), scopes, expiresInSeconds: SERVER_KEY_MAX_SECONDS };
      expect((await as(testServerKey, 'POST', 'keys', longest)).body.data).toMatchObject({
        name: longest.name,
        scopes: [...scopes],
      });
    });

    test('a malformed id names no key', async () => {
      for (const id of ['1', '__proto__', '01A00000-0000-7000-8000-00000000000A', '%00', "'"]) {
        expect([id, (await as(testServerKey, 'DELETE', `keys/${id}`)).status]).toEqual([id, 404]);
      }
    });
  });
}
