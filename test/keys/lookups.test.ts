// Lookups of server keys: unknown ones are bounded in time and number, known ones wait for none of them, and no lookup
// outlives a revocation.
import { describe, expect, test } from 'bun:test';
import type { Verdict as VerdictOf } from '../../src/auth/credentials.ts';
import type { Server } from '../../src/auth/principals.ts';
import { createServerKeys } from '../../src/auth/server-keys.ts';
import { newKeyId } from '../../src/lib/ids.ts';
import { keyDigest, newKeyText } from '../../src/lib/key-text.ts';
import { SERVER_KEY_WAITING_MAX_KEYS } from '../../src/limits.ts';
import { StoreUnavailable } from '../../src/store/ports/errors.ts';
import type { ServerKeyStore } from '../../src/store/ports/keys.ts';
import { sqlite } from '../harness/engines.ts';
import { openTestStore } from '../harness/store.ts';

type Verdict = VerdictOf<Server>;

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

  test('that began before a revocation outlive it nowhere', async () => {
    const t = await openTestStore(sqlite);
    try {
      const held = Promise.withResolvers<void>();
      let calls = 0;
      const store: Pick<ServerKeyStore, 'findByDigests' | 'noteUse'> = {
        ...t.store.serverKeys,
        async findByDigests(digests) {
          const found = await t.store.serverKeys.findByDigests(digests);
          calls += 1;
          if (calls === 2) await held.promise;
          return found;
        },
      };
      const keys = createServerKeys({ store, clock: t.clock, environmentKey: undefined });
      const [keyId, digest] = [newKeyId(t.clock), keyDigest(newKeyText())];
      const about = { name: 'x', scopes: ['players:read'] as const, expiresInSeconds: undefined };
      await t.store.serverKeys.create({ keyId, digest, ...about });
      expect(kindOf(await keys.verify(digest))).toBe('server');
      t.clock.advance(5_000);
      const early = keys.verify(digest);
      while (calls < 2) await Bun.sleep(1);
      await t.store.serverKeys.revoke(keyId);
      keys.invalidate();
      expect(kindOf(await keys.verify(digest))).toBe('unknown');
      held.resolve();
      expect(kindOf(await early)).toBe('server');
      expect(keys.findCached(digest)).toBeUndefined();
      expect(kindOf(await keys.verify(digest))).toBe('unknown');
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
