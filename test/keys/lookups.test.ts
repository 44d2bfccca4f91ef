// Lookups of server keys: unknown ones are bounded in time and number, known ones wait for none of them, and no lookup
// outlives a revocation.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createServerKeys, type ServerKeys } from '../../src/auth/server-keys.ts';
import { newKeyId } from '../../src/lib/ids.ts';
import { keyDigest, newKeyText } from '../../src/lib/key-text.ts';
import { SERVER_KEY_WAITING_MAX_KEYS } from '../../src/limits.ts';
import { StoreUnavailable } from '../../src/store/ports/errors.ts';
import type { ServerKeyStore } from '../../src/store/ports/keys.ts';
import { sqlite } from '../harness/engines.ts';
import { openTestStore, type TestStore } from '../harness/store.ts';
import { until } from '../harness/until.ts';

describe('lookups of keys', () => {
  let t: TestStore;
  let keys: ServerKeys;
  let startedAt: number[];
  let sizes: number[];
  /** What stands between the keys and the store. */
  let between: (found: Promise<unknown>) => Promise<unknown>;
  let noteUse: ServerKeyStore['noteUse'];
  beforeEach(async () => {
    t = await openTestStore(sqlite);
    startedAt = [];
    sizes = [];
    between = (found) => found;
    noteUse = t.store.serverKeys.noteUse;
    const store: Pick<ServerKeyStore, 'findByDigests' | 'noteUse'> = {
      findByDigests(digests) {
        startedAt.push(t.clock.monotonic());
        sizes.push(digests.length);
        return between(t.store.serverKeys.findByDigests(digests)) as ReturnType<
          ServerKeyStore['findByDigests']
        >;
      },
      noteUse: (...uses) => noteUse(...uses),
    };
    keys = createServerKeys({ store, clock: t.clock, environmentKey: undefined });
  });
  afterEach(() => t.remove());

  async function create() {
    const [keyId, digest] = [newKeyId(t.clock), keyDigest(newKeyText())];
    const about = { name: 'x', scopes: ['players:read'] as const, expiresInSeconds: undefined };
    await t.store.serverKeys.create({ keyId, digest, ...about });
    return { keyId, digest };
  }
  const unknownDigest = () => keyDigest(newKeyText());
  const kindOf = async (digest: Parameters<ServerKeys['verify']>[0]): Promise<string> => {
    const verdict = await keys.verify(digest);
    return typeof verdict === 'string' ? verdict : verdict.kind;
  };

  test('of unknown keys are ten a second, and a new key is found among them at once', async () => {
    const kinds: Promise<string>[] = [];
    const waits: number[] = [];
    for (let n = 0; n < 400; n += 1) {
      kinds.push(kindOf(unknownDigest()));
      if (n % 40 === 20) {
        const began = t.clock.monotonic();
        const kind = kindOf((await create()).digest);
        void kind.then(() => waits.push(t.clock.monotonic() - began));
        kinds.push(kind);
      }
      await t.clock.pass(10);
    }
    await t.clock.pass(1_000);
    const found = await Promise.all(kinds);
    expect(found.filter((kind) => kind === 'unknown')).toHaveLength(400);
    expect(found.filter((kind) => kind === 'server')).toHaveLength(10);
    expect(Math.max(...waits)).toBeLessThanOrEqual(200);
    const close = startedAt.filter((time, n) => time - (startedAt[n - 10] ?? -1_000) < 1_000);
    expect([close, startedAt.length > 15]).toEqual([[], true]);
  });

  test('take at most a hundred keys each, and past a thousand that wait the answer is 503', async () => {
    const verdicts = Array.from({ length: SERVER_KEY_WAITING_MAX_KEYS }, () => kindOf(unknownDigest()));
    await expect(kindOf(unknownDigest())).rejects.toThrow('Service unavailable');
    await t.clock.pass(5_000);
    await Promise.all(verdicts);
    expect(sizes).toEqual(Array(10).fill(100));
  });

  test('of a key that is known wait for none of unknown ones', async () => {
    const known = await create();
    expect(await kindOf(known.digest)).toBe('server');
    const flood = [];
    t.clock.advance(5_000);
    for (let n = 0; n < 10; n += 1) {
      flood.push(kindOf(unknownDigest()));
      await Promise.resolve();
    }
    expect(keys.findCached(known.digest)).toBeUndefined();
    expect(await kindOf(known.digest)).toBe('server');
    await t.clock.pass(3_000);
    await Promise.all(flood);
  });

  test('that fail are no verdict: the next request looks the key up again', async () => {
    const { digest } = await create();
    // A use that cannot be noted fails no request.
    noteUse = () => Promise.reject(new StoreUnavailable('gone'));
    for (const round of [1, 2]) {
      between = () => Promise.reject(new StoreUnavailable('gone'));
      await expect(kindOf(digest)).rejects.toThrow('gone');
      expect([round, keys.findCached(digest)]).toEqual([round, undefined]);
      between = (found) => found;
      expect(await kindOf(digest)).toBe('server');
      t.clock.advance(5_000);
    }
  });

  test('that began before a revocation outlive it nowhere', async () => {
    const { keyId, digest } = await create();
    expect(await kindOf(digest)).toBe('server');
    t.clock.advance(5_000);
    const held = Promise.withResolvers<void>();
    let isHeld = false;
    between = async (found) => {
      await found;
      isHeld = true;
      await held.promise;
      return found;
    };
    const early = kindOf(digest);
    await until(() => isHeld);
    between = (found) => found;
    await t.store.serverKeys.revoke(keyId);
    keys.invalidate();
    expect(await kindOf(digest)).toBe('unknown');
    held.resolve();
    expect(await early).toBe('server');
    expect(keys.findCached(digest)).toBeUndefined();
    expect(await kindOf(digest)).toBe('unknown');
  });

  test('of one key at one time are one, for known and unknown keys; both are cached', async () => {
    const known = await create();
    for (const [digest, kind] of [[known.digest, 'server'] as const, [unknownDigest(), 'unknown'] as const])
      for (let round = 1; round <= 2; round += 1) {
        const before = sizes.length;
        const kinds = await Promise.all(Array.from({ length: 20 }, () => kindOf(digest)));
        expect(new Set(kinds)).toEqual(new Set([kind]));
        expect(sizes.slice(before)).toEqual([1]);
        t.clock.advance(4_999);
        expect(keys.findCached(digest)).toBeDefined();
        t.clock.advance(1);
        expect(keys.findCached(digest)).toBeUndefined();
      }
  });
});
