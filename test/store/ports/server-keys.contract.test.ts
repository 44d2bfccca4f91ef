// Server keys, on each engine through the port (src/store/ports/keys.ts).
import { expect, test } from 'bun:test';
import { newKeyId } from '../../../src/lib/ids.ts';
import { keyDigest, newKeyText } from '../../../src/lib/key-text.ts';
import { SERVER_KEYS_MAX } from '../../../src/limits.ts';
import type { NewServerKey, ServerKey } from '../../../src/store/ports/keys.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';

describeStores('server keys', { engines: enginesAndPooler }, (t) => {
  const newKey = (changes: Partial<NewServerKey> = {}): NewServerKey => ({
    keyId: newKeyId(t.clock),
    digest: keyDigest(newKeyText()),
    name: 'backend',
    scopes: ['players:read'],
    expiresInSeconds: undefined,
    ...changes,
  });
  const create = async (key: NewServerKey): Promise<ServerKey> => {
    const created = await t.store.serverKeys.create(key);
    if (typeof created === 'string') throw new Error(created);
    return created;
  };

  test('come back as they were created, with scopes in the order of the list', async () => {
    const now = t.clock.now();
    const name = 'back"end\' 🎮 %_\\ é';
    const key = newKey({ name, scopes: ['keys:write', 'players:read'], expiresInSeconds: 60 });
    const created = await create(key);
    expect(created).toEqual({
      ...{ keyId: key.keyId, name, scopes: ['players:read', 'keys:write'] },
      ...{ createdAt: now, expiresAt: now + 60_000, lastUsedAt: null, madeBy: null },
    });
    expect(await t.store.serverKeys.find(key.keyId)).toEqual(created);
    expect(await t.store.serverKeys.findByDigests([key.digest])).toEqual([
      { digest: key.digest, key: created, now },
    ]);
    expect((await create(newKey())).expiresAt).toBeNull();
  });

  test('are listed, the oldest first', async () => {
    expect(await t.store.serverKeys.list()).toEqual([]);
    const keys: ServerKey[] = [];
    for (let n = 0; n < 3; n += 1) {
      keys.push(await create(newKey({ name: 'the same' })));
      t.clock.advance(1);
    }
    expect(await t.store.serverKeys.list()).toEqual(keys);
  });

  test('are found among unknown digests, expired ones too, with the time of the lookup', async () => {
    const [one, other] = [newKey({ expiresInSeconds: 1 }), newKey()];
    const created = [await create(one), await create(other)];
    t.clock.advance(3_600_000);
    const digests = [keyDigest('nobody'), other.digest, one.digest];
    const found = await t.store.serverKeys.findByDigests(digests);
    expect(found.map(({ key }) => key).sort((a, b) => (a.keyId < b.keyId ? -1 : 1))).toEqual(
      created.sort((a, b) => (a.keyId < b.keyId ? -1 : 1)),
    );
    expect(new Set(found.map(({ now }) => now))).toEqual(new Set([t.clock.now()]));
    expect(await t.store.serverKeys.findByDigests([])).toEqual([]);
  });

  test('are found at another process at once, and not after they were revoked', async () => {
    const other = await t.open();
    try {
      const key = newKey();
      const created = await create(key);
      expect((await other.serverKeys.findByDigests([key.digest]))[0]?.key).toEqual(created);
      expect(await other.serverKeys.revoke(key.keyId)).toEqual([created]);
      expect(await t.store.serverKeys.findByDigests([key.digest])).toEqual([]);
      expect(await t.store.serverKeys.find(key.keyId)).toBeUndefined();
      expect(await t.store.serverKeys.revoke(key.keyId)).toEqual([]);
      expect(await t.store.serverKeys.list()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('have the time of their last use, which never goes backwards', async () => {
    const { keyId } = await create(newKey());
    const usedAt = async () => (await t.store.serverKeys.find(keyId))?.lastUsedAt;
    t.clock.advance(1_000);
    await t.store.serverKeys.noteUse(keyId);
    const used = t.clock.now();
    expect(await usedAt()).toBe(used);
    t.clock.advance(-500);
    await t.store.serverKeys.noteUse(keyId);
    expect(await usedAt()).toBe(used);
    t.clock.advance(5_000);
    await t.store.serverKeys.noteUse(keyId);
    expect(await usedAt()).toBe(t.clock.now());
    await t.store.serverKeys.revoke(keyId);
    await t.store.serverKeys.noteUse(keyId);
    expect(await t.store.serverKeys.list()).toEqual([]);
  });

  test('keep to the bound on their number, however many are created at once', async () => {
    const others = SERVER_KEYS_MAX - 2;
    // They wait for each other, on a busy machine too long for a transaction if there are many.
    for (let n = 0; n < others; n += 10) {
      const few = Array.from({ length: Math.min(10, others - n) }, () => create(newKey()));
      await Promise.all(few);
    }
    const made = await Promise.all(Array.from({ length: 6 }, () => t.store.serverKeys.create(newKey())));
    expect(made.filter((key) => key === 'too-many')).toHaveLength(4);
    const list = await t.store.serverKeys.list();
    expect(list).toHaveLength(SERVER_KEYS_MAX);
    await t.store.serverKeys.revoke(list[0]?.keyId ?? '');
    expect((await create(newKey())).name).toBe('backend');
  }, 60_000);
});
