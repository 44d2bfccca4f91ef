// Limits of the server API: requests of a key, refused keys of an address, and lookups of unknown keys.
import { afterEach, describe, expect, test } from 'bun:test';
import { createServerKeys, type Verdict } from '../../src/auth/server-keys.ts';
import { newKeyId } from '../../src/lib/ids.ts';
import { keyDigest, newKeyText } from '../../src/lib/key-text.ts';
import { SERVER_KEY_WAITING_MAX_KEYS } from '../../src/limits.ts';
import { StoreUnavailable } from '../../src/store/ports/errors.ts';
import type { ServerKeyStore } from '../../src/store/ports/keys.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines, sqlite } from '../harness/engines.ts';
import { createTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { openTestStore } from '../harness/store.ts';

let service: Service | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const me = (token: string | undefined): Promise<Answer> =>
  (service as Service).call('GET', '/api/server/me', { token });
const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
const tooMany = { statusCode: 429, error: { message: 'Too many requests' } };

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'the limit of a key on %s',
  (_, engine) => {
    test('lets the requests of a minute through for each key, and players are not counted', async () => {
      const environment = { SERVER_API_KEY: testServerKey, SERVER_RATE_LIMIT_PER_MINUTE: '100' };
      service = await startService({ engine, environment });
      const { token } = await createTestKey(service);
      const answers = [];
      for (let n = 0; n < 100; n += 1) answers.push(await me(token));
      expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
      const refused = await me(token);
      expect([refused.body, refused.headers.get('retry-after')]).toEqual([tooMany, '1']);
      expect((await me(testServerKey)).status).toBe(200);
      expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
      service.clock.advance(600);
      expect(statusesOf([await me(token), await me(token)])).toEqual([200, 429]);
    });

    test('counts requests without the scope too, and is none unless it is set', async () => {
      service = await startService({ engine, environment: { SERVER_RATE_LIMIT_PER_MINUTE: '100' } });
      const { token } = await createTestKey(service, { scopes: ['players:read'] });
      const list = () => (service as Service).call('GET', '/api/server/keys', { token });
      const answers = await Promise.all(Array.from({ length: 120 }, list));
      expect(statusesOf(answers).filter((status) => status === 403)).toHaveLength(100);
      await service.restart({ SERVER_RATE_LIMIT_PER_MINUTE: '0' });
      expect(statusesOf(await Promise.all(Array.from({ length: 120 }, list)))).not.toContain(429);
    });
  },
);

describe('the limit of an address', () => {
  test('counts refused keys of every kind, and keeps out no key that was good before', async () => {
    const limit = { TRUSTED_PROXY_HOPS: '0', UNAUTHENTICATED_LIMIT_PER_MINUTE: '5' };
    service = await startService({ environment: { SERVER_API_KEY: testServerKey, ...limit } });
    const good = await createTestKey(service);
    const late = await createTestKey(service);
    const expired = await createTestKey(service, { expiresInSeconds: 1 });
    const unknown = newKeyText();
    service.clock.advance(1_000);
    expect((await me(good.token)).status).toBe(200);
    const refused = [undefined, 'nonsense', unknown, unknown, expired.token];
    for (const token of refused) expect([token, (await me(token)).status]).toEqual([token, 401]);
    const answer = await me(unknown);
    expect([answer.body, answer.headers.get('retry-after')]).toEqual([tooMany, '12']);
    // Tokens of players count together with keys.
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(429);
    expect((await me(late.token)).status).toBe(429);
    expect(statusesOf([await me(good.token), await me(testServerKey)])).toEqual([200, 200]);
    // By then the key has to be looked up anew.
    service.clock.advance(6_000);
    expect(statusesOf([await me(unknown), await me(good.token)])).toEqual([429, 200]);
    service.clock.advance(6_000);
    expect((await me(late.token)).status).toBe(200);
  });
});

describe('lookups of keys', () => {
  async function countLookups() {
    const t = await openTestStore(sqlite);
    const startedAt: number[] = [];
    const sizes: number[] = [];
    const store: Pick<ServerKeyStore, 'findByDigests' | 'noteUse'> = {
      ...t.store.serverKeys,
      findByDigests(digests) {
        startedAt.push(t.clock.monotonic());
        sizes.push(digests.length);
        return t.store.serverKeys.findByDigests(digests);
      },
    };
    const keys = createServerKeys({ store, clock: t.clock, environmentKey: undefined });
    const create = async () => {
      const text = newKeyText();
      const about = { name: 'x', scopes: ['players:read'] as const, expiresInSeconds: undefined };
      await t.store.serverKeys.create({ keyId: newKeyId(t.clock), digest: keyDigest(text), ...about });
      return keyDigest(text);
    };
    return { ...t, remove: t.remove, keys, create, startedAt, sizes };
  }
  const unknownDigest = () => keyDigest(newKeyText());
  const kindOf = (verdict: Verdict): string => (typeof verdict === 'string' ? verdict : verdict.kind);

  test('of unknown keys are ten a second, and a new key is found among them at once', async () => {
    const t = await countLookups();
    try {
      const verdicts: Promise<Verdict>[] = [];
      const waits: number[] = [];
      for (let n = 0; n < 400; n += 1) {
        verdicts.push(t.keys.verify(unknownDigest()));
        if (n % 40 === 20) {
          const began = t.clock.monotonic();
          const verdict = t.keys.verify(await t.create());
          void verdict.then((found) => {
            expect(kindOf(found)).toBe('server');
            waits.push(t.clock.monotonic() - began);
          });
          verdicts.push(verdict);
        }
        await t.clock.pass(10);
      }
      await t.clock.pass(1_000);
      const kinds = (await Promise.all(verdicts)).map(kindOf);
      expect(kinds.filter((kind) => kind === 'unknown')).toHaveLength(400);
      expect(waits).toHaveLength(10);
      expect(Math.max(...waits)).toBeLessThanOrEqual(200);
      const { startedAt } = t;
      const close = startedAt.filter((time, n) => time - (startedAt[n - 10] ?? -1_000) < 1_000);
      expect([close, startedAt.length > 15]).toEqual([[], true]);
    } finally {
      await t.remove();
    }
  });

  test('take at most a hundred keys each, and past a thousand that wait the answer is 503', async () => {
    const t = await countLookups();
    try {
      const verdicts = Array.from({ length: SERVER_KEY_WAITING_MAX_KEYS }, () =>
        t.keys.verify(unknownDigest()),
      );
      await expect(t.keys.verify(unknownDigest())).rejects.toThrow('Service unavailable');
      await t.clock.pass(5_000);
      await Promise.all(verdicts);
      expect(t.sizes).toEqual(Array.from({ length: 10 }, () => 100));
    } finally {
      await t.remove();
    }
  });

  test('of a key that is known wait for none of unknown ones', async () => {
    const t = await countLookups();
    try {
      const known = await t.create();
      expect(kindOf(await t.keys.verify(known))).toBe('server');
      const flood = [];
      t.clock.advance(5_000);
      for (let n = 0; n < 10; n += 1) {
        flood.push(t.keys.verify(unknownDigest()));
        await Promise.resolve();
      }
      expect(t.keys.findCached(known)).toBeUndefined();
      expect(kindOf(await t.keys.verify(known))).toBe('server');
      await t.clock.pass(3_000);
      await Promise.all(flood);
    } finally {
      await t.remove();
    }
  });

  test('that fail are no verdict: the next request looks the key up again', async () => {
    const t = await openTestStore(sqlite);
    try {
      let isGone = false;
      const store: Pick<ServerKeyStore, 'findByDigests' | 'noteUse'> = {
        findByDigests: (digests) =>
          isGone ? Promise.reject(new StoreUnavailable('gone')) : t.store.serverKeys.findByDigests(digests),
        noteUse: () => Promise.reject(new StoreUnavailable('gone')),
      };
      const keys = createServerKeys({ store, clock: t.clock, environmentKey: undefined });
      const text = newKeyText();
      const about = { name: 'x', scopes: ['players:read'] as const, expiresInSeconds: undefined };
      await t.store.serverKeys.create({ keyId: newKeyId(t.clock), digest: keyDigest(text), ...about });
      for (const round of [1, 2]) {
        isGone = true;
        await expect(keys.verify(keyDigest(text))).rejects.toThrow('gone');
        expect([round, keys.findCached(keyDigest(text))]).toEqual([round, undefined]);
        isGone = false;
        // A use that cannot be noted fails no request.
        expect(kindOf(await keys.verify(keyDigest(text)))).toBe('server');
        t.clock.advance(5_000);
      }
    } finally {
      await t.remove();
    }
  });

  test('of one key at one time are one, for known and unknown keys; both are cached', async () => {
    const t = await countLookups();
    try {
      const known = await t.create();
      for (const [digest, kind] of [[known, 'server'] as const, [unknownDigest(), 'unknown'] as const]) {
        for (let round = 1; round <= 2; round += 1) {
          const before = t.sizes.length;
          const verdicts = await Promise.all(Array.from({ length: 20 }, () => t.keys.verify(digest)));
          expect(new Set(verdicts.map(kindOf))).toEqual(new Set([kind]));
          expect(t.sizes.slice(before)).toEqual([1]);
          expect(kindOf(t.keys.findCached(digest) ?? 'unknown')).toBe(kind);
          t.clock.advance(4_999);
          expect(t.keys.findCached(digest)).toBeDefined();
          t.clock.advance(1);
          expect(t.keys.findCached(digest)).toBeUndefined();
        }
      }
    } finally {
      await t.remove();
    }
  });
});
