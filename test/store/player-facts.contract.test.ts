// The promises of every engine about the facts of players: order, sizes, sessions, suspensions, and the last activity.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { engines } from '../harness/engines.ts';
import { openTestStore, type TestStore, timeoutSeconds } from '../harness/store.ts';

for (const engine of engines) {
  describe(`facts of players on ${engine.name}`, () => {
    let t: TestStore;
    beforeEach(async () => {
      t = await openTestStore(engine);
    });
    afterEach(() => t.remove());

    const lastSeen = async (id: number) => (await t.store.players.describe([id]))[0]?.lastSeenAt;

    test('come in the order of the ids, without ids that nobody has', async () => {
      const [ann, bob] = [await t.register('ann'), await t.register('bob\u2028\u{1F600}')];
      const registeredAt = t.clock.now();
      t.clock.advance(1000);
      await t.store.metadata.save(bob, '{"name":"\u00fc\u{1F600}"}');
      const neverSeen = { lastSeenAt: null, online: false, suspendedUntil: null, registeredAt };
      const annFacts = { playerId: 'ann', sequentialId: ann, metadataBytes: 0, version: 0, ...neverSeen };
      const bobFacts = {
        ...{ playerId: 'bob\u2028\u{1F600}', sequentialId: bob, ...neverSeen },
        ...{ metadataBytes: 17, version: 1 },
      };
      const { players } = t.store;
      expect(await players.describe([bob, 4_000, ann])).toEqual([bobFacts, annFacts]);
      expect(
        await Promise.all([players.describe([ann]), players.describe([4_000]), players.describe([])]),
      ).toEqual([[annFacts], [], []]);
      await players.erase('ann');
      expect(await players.describe([ann, bob])).toEqual([bobFacts]);
    });

    test('the last activity is that of the newest session: active, expired, ended', async () => {
      const id = await t.register('ann');
      const { sessions, players } = t.store;
      await sessions.start(id, crypto.randomUUID());
      t.clock.advance(1000);
      await sessions.heartbeat(id);
      const active = t.clock.now();
      t.clock.advance(1000);
      expect(await players.describe([id])).toMatchObject([{ lastSeenAt: active, online: true }]);
      // A refused start is no activity of a session.
      expect(await sessions.start(id, crypto.randomUUID())).toBe('already-active');
      t.clock.advance(timeoutSeconds * 1000);
      expect(await players.describe([id])).toMatchObject([{ lastSeenAt: active, online: false }]);
      await sessions.expire(0, 100);
      expect(await players.describe([id])).toMatchObject([{ lastSeenAt: active, online: false }]);
      await sessions.start(id, crypto.randomUUID());
      t.clock.advance(2000);
      await sessions.end(id, 'stopped');
      const ended = t.clock.now();
      t.clock.advance(3000);
      expect(await players.describe([id])).toMatchObject([{ lastSeenAt: ended, online: false }]);
      expect(await lastSeen(id)).toBe(ended);
    });
  });
}
