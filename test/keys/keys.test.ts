// Server keys over HTTP: making, listing and revoking them, what a caller may not hand on, and the end of all that a key made.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { keyRefusals } from '../../src/auth/key-refusals.ts';
import { newKeyText } from '../../src/lib/key-text.ts';
import { SERVER_KEY_MAX_SECONDS } from '../../src/limits.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import type { Answer } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';

interface Listed {
  readonly keyId: string;
  readonly madeBy: string;
  readonly lastUsedAt: string | null;
}

for (const engine of engines) {
  describe(`server keys on ${engine.name}`, () => {
    let service: Service;
    beforeAll(async () => {
      service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
    });
    afterAll(() => service.stop());

    const as = (token: string, method: string, path: string, body?: unknown): Promise<Answer> => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return service.call(method, `/api/server/${path}`, {
        token,
        ...(text !== undefined && { body: text }),
      });
    };
    const asAdmin = (method: string, path: string, body?: unknown) => as(testServerKey, method, path, body);
    const make = async (token: string, more: object = {}) => {
      const answer = await as(token, 'POST', 'keys', { name: 'made', scopes: ['keys:write'], ...more });
      expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      return answer.body.data;
    };
    const list = async (): Promise<readonly Listed[]> => (await asAdmin('GET', 'keys')).body.data.keys;
    const find = async (keyId: string) => (await list()).find((each) => each.keyId === keyId);
    const statusOf = async (token: string) => {
      // Unknown keys are looked up ten times a second.
      service.clock.advance(1_000);
      return (await as(token, 'GET', 'me')).status;
    };
    const statusesOf = async (...keys: readonly { readonly key: string }[]) => {
      const statuses: number[] = [];
      for (const { key } of keys) statuses.push(await statusOf(key));
      return statuses;
    };
    const forbidden = async (answer: Promise<Answer>, detail: string) =>
      expect((await answer).body).toEqual({ statusCode: 403, error: { message: 'Forbidden', detail } });

    test('the key of the environment knows itself, is not listed and cannot be revoked', async () => {
      const { body } = await asAdmin('GET', 'me');
      expect(body.data).toEqual({ keyId: 'environment', name: 'SERVER_API_KEY', scopes: [...scopes] });
      expect(await list()).toEqual([]);
      for (const id of [
        'environment',
        '1',
        '__proto__',
        '01A00000-0000-7000-8000-00000000000A',
        '%00',
        "'",
      ]) {
        const answer = await asAdmin('DELETE', `keys/${id}`);
        const error = { message: 'Key not found' };
        expect([id, answer.body]).toEqual([id, { statusCode: 404, error }]);
      }
      expect(await statusOf(testServerKey)).toBe(200);
    });

    test('a key is made, used, listed and revoked, and its text is in one answer', async () => {
      const name = 'back-end "é"';
      const now = service.clock.now();
      const wanted = { name, scopes: ['sessions:read', 'players:read'], expiresInSeconds: 60 };
      const created = (await asAdmin('POST', 'keys', wanted)).body.data;
      expect(namedShapes.CreatedServerKey.safeParse(created).error).toBeUndefined();
      const { key, expiryCut, ...about } = created;
      const { keyId } = about;
      const known = { keyId, name, scopes: ['players:read', 'sessions:read'] };
      const [createdAt, expiresAt] = [now, now + 60_000].map((time) => new Date(time).toISOString());
      expect(expiryCut).toBe(false);
      expect(about).toEqual({ ...known, createdAt, expiresAt, lastUsedAt: null, madeBy: 'environment' });
      expect((await as(key, 'GET', 'me')).body.data).toEqual(known);
      const { body, text } = await asAdmin('GET', 'keys');
      expect(namedShapes.ServerKeyList.safeParse(body.data).error).toBeUndefined();
      expect(text).not.toContain(key);
      // Its use may be noted a moment later.
      expect(body.data.keys).toEqual([{ ...about, lastUsedAt: body.data.keys[0].lastUsedAt && createdAt }]);
      expect((await asAdmin('DELETE', `keys/${keyId}`)).body.data).toEqual({ revoked: true });
      // At this process at once.
      expect((await as(key, 'GET', 'me')).status).toBe(401);
      expect((await asAdmin('DELETE', `keys/${keyId}`)).status).toBe(404);
      expect(await list()).toEqual([]);
    });

    test('the last use lags a minute at most', async () => {
      const { token, keyId } = await createTestKey(service);
      const lag = async () => service.clock.now() - Date.parse((await find(keyId))?.lastUsedAt ?? '1970');
      for (let second = 0; second < 200; second += 7) {
        await as(token, 'GET', 'me');
        // The request does not wait until its use is noted.
        await until(async () => (await lag()) <= 60_000);
        service.clock.advance(7_000);
      }
      service.clock.advance(600_000);
      expect(await lag()).toBeGreaterThan(600_000);
    });

    test('a key gives only scopes of its own, and revokes only keys without further ones', async () => {
      const caller = await make(testServerKey, { scopes: ['keys:write', 'players:read'] });
      const strong = await make(testServerKey, { scopes: ['keys:write', 'players:write'] });
      const made = await make(strong.key);
      const more = { name: 'x', scopes: ['players:read', 'players:write'] };
      const lacks = 'your key lacks the scope players:write, so it cannot';
      await forbidden(as(caller.key, 'POST', 'keys', more), `${lacks} give it`);
      for (const query of ['', '?revokeMade=true'])
        await forbidden(
          as(caller.key, 'DELETE', `keys/${strong.keyId}${query}`),
          `${lacks} revoke a key that has it`,
        );
      expect(await statusesOf(strong, made)).toEqual([200, 200]);
      const weak = await make(caller.key, { scopes: ['players:read'] });
      // A key may revoke itself, and with all that it made.
      for (const [key, path] of [
        [caller.key, weak.keyId],
        [caller.key, caller.keyId],
        [strong.key, `${strong.keyId}?revokeMade=true`],
      ])
        expect((await as(key, 'DELETE', `keys/${path}`)).status).toBe(200);
      expect(await statusesOf(caller, weak, strong, made)).toEqual([401, 401, 401, 401]);
    });

    test('a request that is not right is refused with what is wrong, and makes no key', async () => {
      const right = { name: 'x', scopes: ['players:read'] };
      const [text, length] = ['name must be a string', 'name must have 1 to 100 characters'];
      const lifetime = `expiresInSeconds must be an integer from 1 to ${SERVER_KEY_MAX_SECONDS}`;
      const some = 'scopes must be an array of at least one scope';
      const noScope = (scope: string) => `"${scope}" is no scope; scopes are ${scopes.join(', ')}`;
      const wrong: (readonly [body: unknown, detail: string])[] = [
        ['', 'the body is empty'],
        ['[]', 'the body must be an object'],
        ['{"name":', 'not JSON: line 1, column 9'],
        [{ ...right, scope: [] }, '"scope" is no member of this body'],
        ['{"name":"x","name":"y","scopes":["players:read"]}', 'name is given twice'],
        ['{"name":"\\ud800","scopes":["players:read"]}', 'name must not hold half of a surrogate pair'],
        [{ scopes: right.scopes }, text],
        [{ name: 'x' }, some],
        [{ ...right, scopes: [] }, some],
        [{ ...right, scopes: 'players:read' }, some],
        [{ ...right, scopes: ['players:read', 'players:read'] }, 'scopes has players:read twice'],
      ];
      for (const name of [7, null]) wrong.push([{ ...right, name }, text]);
      for (const name of ['', 'x'.repeat(101)]) wrong.push([{ ...right, name }, length]);
      for (const scope of ['players', '__proto__', 'Players:read'])
        wrong.push([{ ...right, scopes: [scope] }, noScope(scope)]);
      for (const expiresInSeconds of [0, -1, 1.5, '60', null, SERVER_KEY_MAX_SECONDS + 1, 1e21])
        wrong.push([{ ...right, expiresInSeconds }, lifetime]);
      const before = await list();
      for (const [body, detail] of wrong) {
        const error = { message: 'Invalid request', detail };
        const answer = await asAdmin('POST', 'keys', body);
        expect([body, answer.body]).toEqual([body, { statusCode: 400, error }]);
      }
      expect((await asAdmin('POST', 'keys', { ...right, name: 'x'.repeat(70_000) })).status).toBe(413);
      const plain = { token: testServerKey, headers: { 'content-type': 'text/plain' }, body: '{}' };
      expect((await service.call('POST', '/api/server/keys', plain)).status).toBe(415);
      expect(await list()).toEqual(before);
      const longest = {
        name: '🎮'.repeat(100),
        scopes: [...scopes],
        expiresInSeconds: SERVER_KEY_MAX_SECONDS,
      };
      expect(await make(testServerKey, longest)).toMatchObject({
        name: longest.name,
        scopes: longest.scopes,
      });
    });

    test('an expiring key makes none that lives longer, and the answer says that its end is cut', async () => {
      const maker = await make(testServerKey, { expiresInSeconds: 3_600 });
      const { expiresAt, keyId } = maker;
      expect([maker.madeBy, maker.expiryCut]).toEqual(['environment', false]);
      const forever = await make(maker.key);
      for (const made of [forever, await make(maker.key, { expiresInSeconds: 86_400 })])
        expect(made).toMatchObject({ madeBy: keyId, expiresAt, expiryCut: true });
      const brief = await make(maker.key, { expiresInSeconds: 60 });
      expect([brief.expiryCut, Date.parse(brief.expiresAt) - Date.parse(brief.createdAt)]).toEqual([
        false,
        60_000,
      ]);
      // Neither does a key that such a key made.
      expect(await make(forever.key)).toMatchObject({ madeBy: forever.keyId, expiresAt, expiryCut: true });
      expect((await list()).filter(({ madeBy }) => madeBy === keyId)).toHaveLength(3);
      service.clock.advance(3_600_000);
      expect(await statusesOf(maker, forever)).toEqual([401, 401]);
    });

    test('a key that was revoked on another process makes none in the seconds in which it is still known', async () => {
      const { keyId, token } = await createTestKey(service);
      expect(await statusOf(token)).toBe(200);
      const { status } = await runCommand(['key', 'revoke', keyId], service.database.environment);
      expect(status).toBe(0);
      const before = await list();
      const answer = await as(token, 'POST', 'keys', { name: 'made', scopes: ['keys:write'] });
      expect([answer.status, answer.headers.get('x-error-detail')]).toEqual([401, keyRefusals.unknown]);
      expect(answer.headers.get('www-authenticate')).toContain('invalid_token');
      expect(await list()).toEqual(before);
    }, 90_000);

    test('a revocation takes the keys that a key made only where it is asked to', async () => {
      const maker = await make(testServerKey);
      const [one, other] = [await make(maker.key), await make(maker.key)];
      const third = await make(one.key);
      expect((await asAdmin('DELETE', `keys/${one.keyId}`)).body.data).toEqual({ revoked: true });
      expect(await statusesOf(one, third)).toEqual([401, 200]);
      // Its maker is gone, so the maker of that one stands in its place, and no chain breaks.
      expect((await find(third.keyId))?.madeBy).toBe(maker.keyId);
      for (const [query, detail] of [
        ['revokeMade=yes', 'revokeMade must be true or false'],
        ['revokeMade=', 'revokeMade must be true or false'],
        ['revokeMade=true&revokeMade=true', 'revokeMade is given twice'],
        ['revokemade=true', '"revokemade" is no parameter of this request'],
      ]) {
        const { status, body } = await asAdmin('DELETE', `keys/${maker.keyId}?${query}`);
        expect([query, status, body.error.detail]).toEqual([query, 400, detail]);
      }
      expect(await statusOf(maker.key)).toBe(200);
      const { revoked, revokedMade } = (await asAdmin('DELETE', `keys/${maker.keyId}?revokeMade=true`)).body
        .data;
      expect([revoked, revokedMade.sort()]).toEqual([true, [other.keyId, third.keyId].sort()]);
      expect(await statusesOf(maker, other, third)).toEqual([401, 401, 401]);
      const none = await asAdmin('DELETE', `keys/${(await make(testServerKey)).keyId}?revokeMade=false`);
      expect(none.body.data).toEqual({ revoked: true });
      const { entries } = (await asAdmin('GET', 'audit?action=key.revoke')).body.data;
      const ids = entries.map(({ detail }: { detail: { keyId: string } }) => detail.keyId);
      expect(ids).toEqual(expect.arrayContaining([maker, one, other, third].map(({ keyId }) => keyId)));
    });

    test('the command line lists makers, and revokes what they made', async () => {
      const maker = await make(testServerKey);
      const made = await make(maker.key);
      const run = (...args: string[]) => runCommand(['key', ...args], service.database.environment);
      const lines = (await run('list')).stdout.trim().split('\n');
      expect(lines.map((line) => line.split('\t').at(-1))).toEqual(
        expect.arrayContaining(['made by', 'environment', maker.keyId]),
      );
      const { status, stdout } = await run('revoke', maker.keyId, '--made');
      expect([status, [...(stdout.match(/key \S+ \(made\) is revoked/g) ?? [])]]).toEqual([
        0,
        [maker, made].map(({ keyId }) => `key ${keyId} (made) is revoked`),
      ]);
      expect([await find(maker.keyId), await find(made.keyId)]).toEqual([undefined, undefined]);
    }, 90_000);

    test('each reason of a refusal has one sentence and a series of its own', async () => {
      const { token: expired } = await createTestKey(service, { expiresInSeconds: 1 });
      service.clock.advance(1_000);
      const refusals = async (reason: string) => {
        const { text } = await service.call('GET', '/metrics');
        return Number(text.split(`playkeep_key_refusals_total{reason="${reason}"} `)[1]?.split('\n')[0]);
      };
      for (const [reason, authorization] of [
        ['missing', undefined],
        ['missing', `Basic ${newKeyText()}`],
        ['malformed', 'Bearer pk_short'],
        ['unknown', `Bearer ${newKeyText()}`],
        ['expired', `Bearer ${expired}`],
      ] as const) {
        const before = await refusals(reason);
        const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
        const answer = await service.call('GET', '/api/server/me', { headers });
        const detail = answer.headers.get('x-error-detail');
        expect([reason, answer.status, detail]).toEqual([reason, 401, keyRefusals[reason]]);
        expect([reason, await refusals(reason)]).toEqual([reason, before + 1]);
      }
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
      expect((await list()).slice(-2).map(({ keyId }) => keyId)).toEqual([forever.keyId, brief.keyId]);
    });
  });
}
