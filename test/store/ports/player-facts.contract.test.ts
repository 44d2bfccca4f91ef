// The promises of every engine about the facts of players: order, sizes, sessions, suspensions, and the last activity.
import { expect, test } from 'bun:test';
import { describeStores } from '../../harness/describe-stores.ts';
import { shownDefaults } from '../../harness/shown-players.ts';
import { timeoutSeconds } from '../../harness/store.ts';
import { day, signal } from './shared.ts';

describeStores('facts of players', {}, (t) => {
  const lastSeen = async (id: number) => (await t.store.players.describe([id]))[0]?.lastSeenAt;

  test('come in the order of the ids, without ids that nobody has', async () => {
    const [ann, bob] = [await t.register('ann'), await t.register('bob\u2028\u{1F600}')];
    const registeredAt = t.clock.now();
    t.clock.advance(1000);
    await t.store.metadata.save(bob, '{"name":"\u00fc\u{1F600}"}');
    const neverSeen = {
      ...shownDefaults,
      lastSeenAt: null,
      online: false,
      suspendedUntil: null,
      registeredAt,
    };
    const annFacts = { ...neverSeen, playerId: 'ann', sequentialId: ann, metadataBytes: 0, version: 0 };
    const bobFacts = {
      ...{ ...neverSeen, playerId: 'bob\u2028\u{1F600}', sequentialId: bob },
      metadataBytes: 17,
      version: 1,
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

  test('the last activity outlives the history, and later sessions count again', async () => {
    const { sessions } = t.store;
    const play = async (id: number) => {
      await sessions.start(id, crypto.randomUUID());
      t.clock.advance(5000);
      await sessions.end(id, 'stopped');
      return t.clock.now();
    };
    // The job also makes the partitions of the coming months on PostgreSQL; without it all rows are in one partition.
    await sessions.deleteOldHistory(60, signal);
    const ids = [await t.register('gone'), await t.register('back'), await t.register('two sessions')];
    const [gone = 0, back = 0, two = 0] = ids;
    const never = await t.register('never');
    const lastOfGone = await play(gone);
    await play(back);
    await play(two);
    const lastOfTwo = await play(two);
    t.clock.advance(90 * day);
    const lastOfBack = await play(back);
    await Promise.all([1, 2].map(() => sessions.deleteOldHistory(60, signal)));
    await sessions.deleteOldHistory(60, signal);
    expect(await sessions.listEnded(gone, 10)).toEqual([]);
    expect(await sessions.listEnded(two, 10)).toEqual([]);
    expect(await sessions.listEnded(back, 10)).toHaveLength(1);
    const facts = await t.store.players.describe([gone, back, two, never]);
    expect(facts.map((each) => each.lastSeenAt)).toEqual([lastOfGone, lastOfBack, lastOfTwo, null]);
    const again = await play(gone);
    expect(await lastSeen(gone)).toBe(again);
    t.clock.advance(90 * day);
    await sessions.deleteOldHistory(60, signal);
    const later = await t.store.players.describe([gone, back]);
    expect(later.map((each) => each.lastSeenAt)).toEqual([again, lastOfBack]);
  });

  test('the last activity of many players is noted in many steps', async () => {
    const count = 1_200;
    const ids = await Promise.all(Array.from({ length: count }, (_, n) => t.register(`player ${n}`)));
    for (const [index, id] of ids.entries()) {
      for (const endedAt of [index + 1, 100_000 + index]) {
        await t.run(`INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason)
          VALUES (${id}, ${endedAt}, '${crypto.randomUUID()}', 0, 'stopped')`);
      }
    }
    await t.store.sessions.deleteOldHistory(60, signal);
    const facts = await t.store.players.describe(ids);
    expect(facts.map((each) => each.lastSeenAt)).toEqual(ids.map((_, index) => 100_000 + index));
    expect(await t.store.sessions.listEnded(ids[0] ?? 0, 10)).toEqual([]);
  });
});
