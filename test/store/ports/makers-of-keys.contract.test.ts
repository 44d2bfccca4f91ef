// The makers of server keys, on each engine through the port (src/store/ports/keys.ts): a key ends no later than the key that made
// it, and a revocation reaches the keys that a key made, whatever happens at the same moment.
import { expect, test } from 'bun:test';
import { environmentKeyId, newKeyId } from '../../../src/lib/ids.ts';
import { keyDigest, newKeyText } from '../../../src/lib/key-text.ts';
import type { NewServerKey, ServerKey } from '../../../src/store/ports/keys.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { amount } from '../../harness/nightly.ts';

const author = { keyId: null, keyName: 'command line', requestId: null };
const revoked = { author, action: 'key.revoke' } as const;

describeStores('makers of server keys', { engines: enginesAndPooler }, (t) => {
  const create = (changes: Partial<NewServerKey> = {}, store: Store = t.store) =>
    store.serverKeys.create({
      keyId: newKeyId(t.clock),
      digest: keyDigest(newKeyText()),
      name: 'made',
      scopes: ['keys:write'],
      expiresInSeconds: undefined,
      ...changes,
    });
  const created = async (changes: Partial<NewServerKey> = {}): Promise<ServerKey> => {
    const key = await create(changes);
    if (typeof key === 'string') throw new Error(key);
    return key;
  };
  const ids = async () => (await t.store.serverKeys.list()).map(({ keyId }) => keyId).sort();
  const entries = async () =>
    (await t.store.audit.list({}, 100)).entries.map(({ detail }) => JSON.parse(detail ?? '').keyId).sort();

  test('stand in their keys, and a key expires no later than its maker', async () => {
    const now = t.clock.now();
    const maker = await created({ expiresInSeconds: 60 });
    expect([maker.madeBy, maker.expiresAt]).toEqual([null, now + 60_000]);
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
    const lasting = await created();
    expect((await created({ madeBy: lasting.keyId })).expiresAt).toBeNull();
    expect((await created({ madeBy: lasting.keyId, expiresInSeconds: 5 })).expiresAt).toBe(
      t.clock.now() + 5_000,
    );
    const own = await created({ madeBy: environmentKeyId });
    expect([own.madeBy, own.expiresAt]).toEqual([environmentKeyId, null]);
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
    const gone = await t.store.serverKeys.revoke(maker.keyId, revoked, { withMade: true });
    if ('refused' in gone) throw new Error('refused');
    expect(gone[0]).toEqual(maker);
    expect(gone.slice(1)).toEqual(expect.arrayContaining([one, other, third]));
    expect(gone).toHaveLength(4);
    expect(await ids()).toEqual([stranger.keyId]);
    expect(await entries()).toEqual(gone.map(({ keyId }) => keyId).sort());
    expect(await t.store.serverKeys.revoke(maker.keyId, revoked, { withMade: true })).toEqual([]);
  });

  test('hand the keys that they made over to their own maker when they go alone', async () => {
    const maker = await created();
    const middle = await created({ madeBy: maker.keyId });
    const last = await created({ madeBy: middle.keyId });
    expect(await t.store.serverKeys.revoke(middle.keyId)).toEqual([middle]);
    expect((await t.store.serverKeys.find(last.keyId))?.madeBy).toBe(maker.keyId);
    expect(await t.store.serverKeys.revoke(maker.keyId, undefined, { withMade: true })).toEqual([
      maker,
      { ...last, madeBy: maker.keyId },
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
    try {
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
    } finally {
      await other.close();
    }
  }, 60_000);
});
