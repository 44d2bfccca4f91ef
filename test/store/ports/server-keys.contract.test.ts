// Server keys, on each engine through the port (src/store/ports/keys.ts): a key ends no later than the key that made it, and a
// revocation reaches the keys that a key made, whatever happens at the same moment.
import { expect, test } from 'bun:test';
import { environmentKeyId, newKeyId } from '../../../src/lib/ids.ts';
import { keyDigest, newKeyText } from '../../../src/lib/key-text.ts';
import { SERVER_KEYS_MAX } from '../../../src/limits.ts';
import type { NewServerKey, ServerKey } from '../../../src/store/ports/keys.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { amount } from '../../harness/nightly.ts';
import { author } from './shared.ts';

const revoked = { author, action: 'key.revoke' } as const;

describeStores('server keys', { engines: enginesAndPooler }, (t) => {
  const newKey = (changes: Partial<NewServerKey> = {}): NewServerKey => ({
    keyId: newKeyId(t.clock),
    digest: keyDigest(newKeyText()),
    name: 'backend',
    scopes: ['keys:write'],
    expiresInSeconds: undefined,
    ...changes,
  });
  const create = (changes?: Partial<NewServerKey>, store = t.store) =>
    store.serverKeys.create(newKey(changes));
  const created = async (changes?: Partial<NewServerKey>): Promise<ServerKey> => {
    const key = await create(changes);
    if (typeof key === 'string') throw new Error(key);
    return key;
  };
  const ids = async () => (await t.store.serverKeys.list()).map(({ keyId }) => keyId).sort();
  const entries = async () =>
    (await t.store.audit.list({}, 100)).entries.map(({ detail }) => JSON.parse(detail ?? '').keyId).sort();

  test('come back as they were created, with scopes in the order of the list', async () => {
    const now = t.clock.now();
    const name = 'back"end\' 🎮 %_\\ é';
    const key = newKey({ name, scopes: ['keys:write', 'players:read'], expiresInSeconds: 60 });
    const expected = {
      keyId: key.keyId,
      name,
      scopes: ['players:read', 'keys:write'],
      createdAt: now,
      expiresAt: now + 60_000,
      lastUsedAt: null,
      madeBy: null,
    } as const;
    expect(await t.store.serverKeys.create(key)).toEqual({ ...expected, scopes: [...expected.scopes] });
    expect(await t.store.serverKeys.find(key.keyId)).toMatchObject(expected);
    const found = await t.store.serverKeys.findByDigests([key.digest]);
    expect(found).toMatchObject([{ digest: key.digest, key: expected, now }]);
  });

  test('are listed, the oldest first', async () => {
    expect(await t.store.serverKeys.list()).toEqual([]);
    const keys: ServerKey[] = [];
    for (let n = 0; n < 3; n += 1) {
      keys.push(await created({ name: 'the same' }));
      t.clock.advance(1);
    }
    expect(await t.store.serverKeys.list()).toEqual(keys);
  });

  test('are found among unknown digests, expired ones too, with the time of the lookup', async () => {
    const keys = [newKey({ expiresInSeconds: 1 }), newKey()];
    for (const key of keys) await t.store.serverKeys.create(key);
    t.clock.advance(3_600_000);
    const digests = [keyDigest('nobody'), ...keys.map(({ digest }) => digest)];
    const found = await t.store.serverKeys.findByDigests(digests);
    expect(found.map(({ digest }) => digest).sort()).toEqual(digests.slice(1).sort());
    expect(new Set(found.map(({ now }) => now))).toEqual(new Set([t.clock.now()]));
    expect(await t.store.serverKeys.findByDigests([])).toEqual([]);
  });

  test('are found at another process at once, and not after they were revoked', async () => {
    const other = await t.open();
    const key = newKey();
    const made = await t.store.serverKeys.create(key);
    expect((await other.serverKeys.findByDigests([key.digest]))[0]?.key).toEqual(made as ServerKey);
    expect(await other.serverKeys.revoke(key.keyId)).toEqual([made as ServerKey]);
    expect(await t.store.serverKeys.findByDigests([key.digest])).toEqual([]);
    expect(await t.store.serverKeys.find(key.keyId)).toBeUndefined();
    expect(await t.store.serverKeys.revoke(key.keyId)).toEqual([]);
    expect(await t.store.serverKeys.list()).toEqual([]);
    await other.close();
  });

  test('have the time of their last use, which never goes backwards', async () => {
    const { keyId } = await created();
    const use = async (milliseconds: number) => {
      t.clock.advance(milliseconds);
      await t.store.serverKeys.noteUse(keyId);
      return (await t.store.serverKeys.find(keyId))?.lastUsedAt;
    };
    const start = t.clock.now();
    expect(await use(1_000)).toBe(start + 1_000);
    expect(await use(-500)).toBe(start + 1_000);
    expect(await use(5_000)).toBe(start + 5_500);
    await t.store.serverKeys.revoke(keyId);
    expect(await use(1)).toBeUndefined();
  });

  test('keep to the bound on their number, however many are created at once', async () => {
    const others = SERVER_KEYS_MAX - 2;
    // They wait for each other, on a busy machine too long for a transaction if there are many.
    for (let n = 0; n < others; n += 10)
      await Promise.all(Array.from({ length: Math.min(10, others - n) }, () => created()));
    const made = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(made.filter((key) => key === 'too-many')).toHaveLength(4);
    const list = await t.store.serverKeys.list();
    expect(list).toHaveLength(SERVER_KEYS_MAX);
    await t.store.serverKeys.revoke(list[0]?.keyId ?? '');
    expect(await created()).toMatchObject({ name: 'backend' });
  }, 60_000);

  test('stand with their maker, and expire no later than it', async () => {
    const now = t.clock.now();
    const maker = await created({ expiresInSeconds: 60 });
    t.clock.advance(10_000);
    const madeBy = maker.keyId;
    for (const [expiresInSeconds, expiresAt] of [
      [undefined, now + 60_000],
      [50, now + 60_000],
      [51, now + 60_000],
      [49, now + 59_000],
    ] as const) {
      const key = await created({ madeBy, expiresInSeconds });
      expect([expiresInSeconds, key.madeBy, key.expiresAt]).toEqual([expiresInSeconds, madeBy, expiresAt]);
      expect(await t.store.serverKeys.find(key.keyId)).toEqual(key);
    }
    const lasting = (await created()).keyId;
    const inFiveSeconds = t.clock.now() + 5_000;
    for (const by of [lasting, environmentKeyId]) {
      expect(await created({ madeBy: by })).toMatchObject({ madeBy: by, expiresAt: null });
      expect((await created({ madeBy: by, expiresInSeconds: 5 })).expiresAt).toBe(inFiveSeconds);
    }
  });

  test('make no key any more after they were revoked or have expired', async () => {
    const maker = await created({ expiresInSeconds: 60 });
    t.clock.advance(59_999);
    await created({ madeBy: maker.keyId });
    t.clock.advance(1);
    expect(await create({ madeBy: maker.keyId })).toBe('expired');
    await t.store.serverKeys.revoke(maker.keyId);
    expect(await create({ madeBy: maker.keyId })).toBe('unknown');
    expect(await ids()).toHaveLength(1);
  });

  test('take the keys that they made with them, and those that these made, each with its entry', async () => {
    const maker = await created();
    const [one, other] = [await created({ madeBy: maker.keyId }), await created({ madeBy: maker.keyId })];
    const third = await created({ madeBy: other.keyId });
    const stranger = await created({ madeBy: environmentKeyId });
    const revoke = () => t.store.serverKeys.revoke(maker.keyId, revoked, { withMade: true });
    const gone = await revoke();
    if ('refused' in gone) throw new Error('refused');
    expect(gone[0]).toEqual(maker);
    expect(gone.slice(1)).toEqual(expect.arrayContaining([one, other, third]));
    expect(gone).toHaveLength(4);
    expect(await ids()).toEqual([stranger.keyId]);
    expect(await entries()).toEqual(gone.map(({ keyId }) => keyId).sort());
    expect(await revoke()).toEqual([]);
  });

  test('hand the keys that they made over to their own maker when they go alone', async () => {
    const maker = await created();
    const middle = await created({ madeBy: maker.keyId });
    const last = await created({ madeBy: middle.keyId });
    expect(await t.store.serverKeys.revoke(middle.keyId)).toEqual([middle]);
    const handedOver = { ...last, madeBy: maker.keyId };
    expect(await t.store.serverKeys.revoke(maker.keyId, undefined, { withMade: true })).toEqual([
      maker,
      handedOver,
    ]);
  });

  test('stay with all that they made when one of these may not be revoked', async () => {
    const maker = await created();
    const made = await created({ madeBy: maker.keyId, scopes: ['keys:write', 'players:read'] });
    const mayRevoke = ({ scopes }: ServerKey) => !scopes.includes('players:read');
    const options = { withMade: true, mayRevoke };
    expect(await t.store.serverKeys.revoke(maker.keyId, revoked, options)).toEqual({ refused: made });
    expect(await ids()).toEqual([maker.keyId, made.keyId].sort());
    expect(await entries()).toEqual([]);
    expect(await t.store.serverKeys.revoke(maker.keyId, revoked, { mayRevoke })).toEqual([maker]);
  });

  test('leave no key that they make at the moment of their revocation, at any process', async () => {
    const other = await t.open();
    let made = 0;
    for (let round = 0; round < amount(15, 200); round += 1) {
      const maker = await created();
      const make = (n: number) => create({ madeBy: maker.keyId }, n % 2 ? t.store : other);
      const revoke = () => other.serverKeys.revoke(maker.keyId, revoked, { withMade: true });
      const creations = [...Array(6).keys()].map(make);
      const [gone, ...results] = await Promise.all([revoke(), ...creations, ...[6, 7].map(make)]);
      const keys = results.filter((result) => typeof result !== 'string');
      made += keys.length;
      expect(results.filter((result) => result === 'unknown')).toHaveLength(8 - keys.length);
      expect('refused' in gone ? [] : gone.slice(1).map(({ keyId }) => keyId)).toEqual(
        keys.map(({ keyId }) => keyId).sort(),
      );
      expect(await ids()).toEqual([]);
    }
    // Otherwise no creation came before a revocation.
    expect(made).toBeGreaterThan(0);
    await other.close();
  }, 60_000);
});
