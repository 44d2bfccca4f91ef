// The makers of server keys over HTTP and on the command line: an expiry that is cut, and the end of all that a key made.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Answer } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';

for (const engine of engines) {
  describe(`makers of server keys on ${engine.name}`, () => {
    let service: Service;
    beforeEach(async () => {
      service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
    });
    afterEach(() => service.stop());

    const as = (token: string, method: string, path: string, body?: unknown): Promise<Answer> => {
      // Unknown keys are looked up ten times a second.
      service.clock.advance(1_000);
      const options = { token, ...(body !== undefined && { body: JSON.stringify(body) }) };
      return service.call(method, `/api/server/${path}`, options);
    };
    const make = async (token: string, more: object = {}) => {
      const answer = await as(token, 'POST', 'keys', { name: 'made', scopes: ['keys:write'], ...more });
      expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      return answer.body.data;
    };
    const list = async () => (await as(testServerKey, 'GET', 'keys')).body.data.keys;
    const statusOf = async ({ key }: { key: string }) => (await as(key, 'GET', 'me')).status;

    test('an expiring key makes none that lives longer, and the answer says that its end is cut', async () => {
      const maker = await make(testServerKey, { expiresInSeconds: 3_600 });
      expect([maker.madeBy, maker.expiryCut]).toEqual(['environment', false]);
      const { expiresAt } = maker;
      const forever = await make(maker.key);
      expect(forever).toMatchObject({ madeBy: maker.keyId, expiresAt, expiryCut: true });
      expect(await make(maker.key, { expiresInSeconds: 86_400 })).toMatchObject({
        expiresAt,
        expiryCut: true,
      });
      const brief = await make(maker.key, { expiresInSeconds: 60 });
      expect([brief.expiryCut, Date.parse(brief.expiresAt) - Date.parse(brief.createdAt)]).toEqual([
        false,
        60_000,
      ]);
      // Neither does a key that such a key made.
      expect(await make(forever.key)).toMatchObject({ expiresAt, expiryCut: true });
      expect((await list()).map(({ madeBy }: { madeBy: string }) => madeBy).sort()).toEqual(
        ['environment', forever.keyId, ...Array(3).fill(maker.keyId)].sort(),
      );
      service.clock.advance(3_600_000);
      expect([await statusOf(maker), await statusOf(forever)]).toEqual([401, 401]);
    });

    test('a key that was revoked on another process makes none in the seconds in which it is still known', async () => {
      const { keyId, token } = await createTestKey(service);
      expect((await as(token, 'GET', 'me')).status).toBe(200);
      const { status } = await runCommand(['key', 'revoke', keyId], service.database.environment);
      expect(status).toBe(0);
      const options = { token, body: '{"name":"made","scopes":["keys:write"]}' };
      const answer = await service.call('POST', '/api/server/keys', options);
      expect([answer.status, answer.headers.get('x-error-detail')]).toEqual([
        401,
        'the server key is unknown or was revoked',
      ]);
      expect(answer.headers.get('www-authenticate')).toContain('invalid_token');
      expect(await list()).toEqual([]);
    }, 90_000);

    test('a revocation takes the keys that a key made only where it is asked to', async () => {
      const maker = await make(testServerKey);
      const [one, other] = [await make(maker.key), await make(maker.key)];
      const third = await make(one.key);
      expect((await as(testServerKey, 'DELETE', `keys/${one.keyId}`)).body.data).toEqual({ revoked: true });
      expect([await statusOf(one), await statusOf(third)]).toEqual([401, 200]);
      // Its maker is gone, so the maker of that one stands in its place, and no chain breaks.
      const handed = (await list()).find(({ keyId }: { keyId: string }) => keyId === third.keyId);
      expect(handed.madeBy).toBe(maker.keyId);
      const answer = await as(testServerKey, 'DELETE', `keys/${maker.keyId}?revokeMade=true`);
      expect(answer.body.data.revoked).toBe(true);
      expect(answer.body.data.revokedMade.sort()).toEqual([other.keyId, third.keyId].sort());
      for (const key of [maker, other, third]) expect(await statusOf(key)).toBe(401);
      expect(await list()).toEqual([]);
      const { entries } = (await as(testServerKey, 'GET', 'audit?action=key.revoke')).body.data;
      expect(entries.map(({ detail }: { detail: { keyId: string } }) => detail.keyId).sort()).toEqual(
        [maker, one, other, third].map(({ keyId }) => keyId).sort(),
      );
    });

    test('a key that lacks a scope of one revokes neither it nor what it made', async () => {
      const strong = await make(testServerKey, { scopes: ['keys:write', 'players:read'] });
      const made = await make(strong.key, { scopes: ['keys:write'] });
      const weak = await make(testServerKey);
      const answer = await as(weak.key, 'DELETE', `keys/${strong.keyId}?revokeMade=true`);
      expect([answer.status, answer.body.error.detail]).toEqual([
        403,
        'your key lacks the scope players:read, so it cannot revoke a key that has it',
      ]);
      expect([await statusOf(strong), await statusOf(made)]).toEqual([200, 200]);
      // A key may revoke itself with all that it made.
      expect((await as(strong.key, 'DELETE', `keys/${strong.keyId}?revokeMade=true`)).status).toBe(200);
      expect([await statusOf(strong), await statusOf(made)]).toEqual([401, 401]);
    });

    test('revokeMade is true or false, and nothing else is revoked by mistake', async () => {
      const maker = await make(testServerKey);
      for (const [query, detail] of [
        ['revokeMade=yes', 'revokeMade must be true or false'],
        ['revokeMade=', 'revokeMade must be true or false'],
        ['revokeMade=true&revokeMade=true', 'revokeMade is given twice'],
        ['revokemade=true', '"revokemade" is no parameter of this request'],
      ]) {
        const { status, body } = await as(testServerKey, 'DELETE', `keys/${maker.keyId}?${query}`);
        expect([query, status, body.error.detail]).toEqual([query, 400, detail]);
      }
      expect(await statusOf(maker)).toBe(200);
      const none = await as(testServerKey, 'DELETE', `keys/${maker.keyId}?revokeMade=false`);
      expect(none.body.data).toEqual({ revoked: true });
    });

    test('the command line lists makers, and revokes what they made', async () => {
      const maker = await make(testServerKey);
      const made = await make(maker.key);
      const run = (...args: string[]) => runCommand(['key', ...args], service.database.environment);
      const lines = (await run('list')).stdout.trim().split('\n');
      expect(lines.map((line) => line.split('\t').at(-1))).toEqual(['made by', 'environment', maker.keyId]);
      const { status, stdout } = await run('revoke', maker.keyId, '--made');
      expect(status).toBe(0);
      expect([...(stdout.match(/key \S+ \(made\) is revoked/g) ?? [])]).toEqual(
        [maker, made].map(({ keyId }) => `key ${keyId} (made) is revoked`),
      );
      expect(await list()).toEqual([]);
    }, 90_000);
  });
}
