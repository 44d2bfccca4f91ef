// The promises of every engine about losses: which save is marked, with what, and that the state before it is kept.
import { beforeEach, expect, test } from 'bun:test';
import { LOSSES_PER_PLAYER } from '../../../src/limits.ts';
import type { Loss, LossFilter } from '../../../src/store/ports/losses.ts';
import type { EditOptions } from '../../../src/store/ports/metadata.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { openTestStore } from '../../harness/store.ts';
import { author, day, sessionA, sessionB, signal } from './shared.ts';

const context = '{"version":"2.4.1","platform":"android","device":"Pixel 7"}';
const large = JSON.stringify({ items: 'x'.repeat(400), gold: 12 });
const small = '{"gold":0}';
const byServer: EditOptions = {
  by: 'server',
  audited: { author, action: 'metadata.set' },
};

describeStores('losses', {}, (t, engine) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  const set = (text: string | null, options?: EditOptions) =>
    t.store.metadata.edit(id, () => ({ answer: null, text }), options);
  const losses = (): Promise<readonly Loss[]> => t.store.losses.listOfPlayer(id);
  const lostVersions = async () => (await losses()).map(({ version }) => version);
  const keptVersions = async () => (await t.store.versions.list(id)).map(({ version }) => version);

  test('mark a plain save of less than half of the bytes, and keep the state before it within the interval', async () => {
    await t.store.sessions.start(id, sessionA, { context, installationId: 'phone-0123456789ab' });
    await t.store.metadata.save(id, '{}');
    await t.store.metadata.save(id, large);
    t.clock.advance(1_000);
    await t.store.metadata.save(id, small);
    expect(await losses()).toEqual([
      {
        sequentialId: id,
        version: 3,
        lostAt: t.clock.now(),
        bytesBefore: large.length,
        bytesAfter: small.length,
        membersBefore: 2,
        membersAfter: 1,
        by: 'player',
        keyId: null,
        keyName: null,
        sessionId: sessionA,
        installationId: 'phone-0123456789ab',
        context,
        gameVersion: '2.4.1',
        restoredAt: null,
      },
    ]);
    expect((await t.store.versions.find(id, 2))?.text).toBe(large);
    expect((await t.store.metadata.find(id))?.text).toBe(small);
  });

  test('are more than half of the bytes, not of the characters, of a state that is not small', async () => {
    const save = (of: string) => t.store.metadata.save(id, `{"a":"${of}"}`);
    for (const length of [92, 42, 90, 0, 200, 100]) await save('x'.repeat(length));
    expect(await losses()).toEqual([]);
    // One byte less than half.
    await save('x'.repeat(92));
    await save('x'.repeat(41));
    // 100 characters of three bytes become 120 of one byte.
    await save('語'.repeat(100));
    await save('x'.repeat(120));
    expect((await losses()).map(({ bytesBefore, bytesAfter }) => [bytesBefore, bytesAfter])).toEqual([
      [308, 128],
      [100, 49],
    ]);
  });

  test('are most of the members where the text is read anyway', async () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n]));
    const base = { story: 'x'.repeat(400) };
    await set(JSON.stringify({ ...base, ...members(9) }));
    await set(JSON.stringify({ ...base, ...members(4) }));
    expect(await losses()).toEqual([]);
    await set(JSON.stringify({ ...base, ...members(9) }));
    await set(JSON.stringify({ ...base, ...members(3) }));
    expect(await losses()).toMatchObject([{ version: 4, membersBefore: 10, membersAfter: 4 }]);
  });

  test('are not a deletion, nor a restore, nor what follows a deletion', async () => {
    await set(large);
    await set(null, { keepReplaced: true });
    await set(small);
    await set(large);
    await set(small, { restored: 3 });
    expect(await losses()).toEqual([]);
  });

  test('are also those of a server, with its key and without a session', async () => {
    await t.store.sessions.start(id, sessionA, { context });
    await set(large);
    await set(small, byServer);
    expect(await losses()).toMatchObject([
      {
        by: 'server',
        keyId: author.keyId,
        keyName: 'backend',
        sessionId: null,
        context: null,
        gameVersion: null,
      },
    ]);
  });

  test('are each marked in a chain of shrinking saves', async () => {
    for (const length of [4_000, 1_500, 600, 200, 90])
      await t.store.metadata.save(id, JSON.stringify('x'.repeat(length)).replace(/^/, '{"a":').concat('}'));
    expect(await lostVersions()).toEqual([5, 4, 3, 2]);
    expect(await keptVersions()).toEqual([4, 3, 2, 1]);
  });

  test('are no second one when the write is repeated', async () => {
    await set(large);
    const key = { key: 'k', fingerprint: 'f', owner: 'player' as const };
    await set(small, { idempotencyKey: key });
    await set(small, { idempotencyKey: key });
    const write = { id: 'a-phone-of-the-test', installation: 'a'.repeat(32), write: 'b'.repeat(32) };
    await set(large);
    await set(small, { installationWrite: write });
    await set(small, { installationWrite: write });
    expect(await lostVersions()).toEqual([4, 2]);
  });

  test('end with the restore of a state from before them', async () => {
    await set(large);
    await set(small);
    await set(large);
    await set(small);
    t.clock.advance(5);
    await set(large, { ...byServer, restored: 3 });
    const restored = await losses();
    expect(restored.map(({ version, restoredAt }) => [version, restoredAt])).toEqual([
      [4, t.clock.now()],
      [2, null],
    ]);
    await set(large, { restored: 1 });
    expect((await losses()).map(({ restoredAt }) => restoredAt === null)).toEqual([false, false]);
    expect(restored[0]?.restoredAt).toBe((await losses())[0]?.restoredAt as number);
  });

  test('are the newest of a player, at most some', async () => {
    for (let n = 0; n <= LOSSES_PER_PLAYER; n += 1) {
      await set(large);
      await set(small);
    }
    const versions = await lostVersions();
    expect(versions).toHaveLength(LOSSES_PER_PLAYER);
    expect([versions[0], versions.at(-1)]).toEqual([2 * LOSSES_PER_PLAYER + 2, 4]);
  });

  test.each([
    ['marked without a history, which keeps nothing', { METADATA_HISTORY_DAYS: '0' }, [4, 2]],
    ['none with a bound of 0', { METADATA_LOSS_MIN_BYTES: '0' }, []],
  ] as const)('are %s', async (_, environment, versions) => {
    const other = await openTestStore(engine, environment);
    const { metadata, losses, versions: kept } = other.store;
    const bob = await other.register('bob');
    for (const text of [large, small]) await metadata.save(bob, text);
    for (const text of [large, small]) await metadata.edit(bob, () => ({ answer: null, text }));
    if ('METADATA_HISTORY_DAYS' in environment) expect(await kept.list(bob)).toEqual([]);
    await kept.deleteOld(signal);
    expect((await losses.listOfPlayer(bob)).map(({ version }) => version)).toEqual([...versions]);
    await other.remove();
  });

  test('go with their player, and with the age of kept versions', async () => {
    const bob = await t.register('bob');
    for (const player of [id, bob]) {
      await t.store.metadata.save(player, large);
      await t.store.metadata.save(player, small);
    }
    await t.store.players.erase('ann');
    expect(await losses()).toEqual([]);
    const all = await t.store.losses.list({}, 10);
    expect(all.losses.map(({ sequentialId }) => sequentialId)).toEqual([bob]);
    t.clock.advance(30 * day + 1);
    await t.store.versions.deleteOld(signal);
    expect((await t.store.losses.list({}, 10)).losses).toEqual([]);
  });

  test('are listed in pages, by version of the game, writer and restore, and counted by version', async () => {
    const lostBy = async (name: string, version: string | undefined) => {
      const player = await t.register(name);
      const session = crypto.randomUUID();
      if (version !== undefined)
        await t.store.sessions.start(player, session, { context: JSON.stringify({ version }) });
      await t.store.metadata.save(player, large);
      t.clock.advance(10);
      await t.store.metadata.save(player, small);
      return player;
    };
    const one = await lostBy('p1', '2.4.0');
    const two = await lostBy('p2', '2.4.1');
    const middle = t.clock.now();
    const three = await lostBy('p3', '2.4.1');
    const four = await lostBy('p4', undefined);
    await set(large);
    t.clock.advance(10);
    await set(small, byServer);
    const idsOf = (page: { losses: readonly Loss[] }) => page.losses.map(({ sequentialId }) => sequentialId);
    const ids = async (filter: LossFilter, limit = 10) => idsOf(await t.store.losses.list(filter, limit));
    expect(await ids({})).toEqual([id, four, three, two, one]);
    const first = await t.store.losses.list({}, 2);
    const second = await t.store.losses.list({}, 2, first.next);
    const last = await t.store.losses.list({}, 2, second.next);
    expect([first, second, last].map(idsOf)).toEqual([[id, four], [three, two], [one]]);
    expect(last.next).toBeUndefined();
    expect(await ids({ gameVersion: '2.4.1' })).toEqual([three, two]);
    expect(await ids({ gameVersion: '2.4.1' }, 1)).toEqual([three]);
    expect(await ids({ by: 'server' })).toEqual([id]);
    expect(await ids({ from: middle, to: middle + 11 })).toEqual([three, two]);
    expect(await ids({ to: middle })).toEqual([one]);
    await t.store.metadata.edit(two, () => ({ answer: null, text: large }), { restored: 1 });
    expect(await ids({ isRestored: true })).toEqual([two]);
    expect(await ids({ isRestored: false, gameVersion: '2.4.1' })).toEqual([three]);
    expect(await t.store.losses.countByGameVersion(10)).toMatchObject([
      { gameVersion: null, losses: 2, open: 2, lastLostAt: t.clock.now() },
      { gameVersion: '2.4.1', losses: 2, open: 1 },
      { gameVersion: '2.4.0', losses: 1, open: 1 },
    ]);
  });

  test('travel in an export', async () => {
    await t.store.sessions.start(id, sessionA, { context });
    await t.store.metadata.save(id, large);
    await t.store.metadata.save(id, small);
    await set(large);
    await set(small, byServer);
    const marked = await losses();
    const target = await openTestStore(engine);
    const [source, destination] = [await t.transfer(), await target.transfer()];
    for (let run = 0; run < 2; run += 1)
      for await (const page of source.read())
        if (Array.isArray(page)) await destination.importRecords(page);
        else if ('lastSequentialId' in page) await destination.reserveSequentialIds(page.lastSequentialId);
    expect(marked).toHaveLength(2);
    expect(await target.store.losses.listOfPlayer(id)).toEqual(marked);
    await target.remove();
  });

  test('of another session start are found by its id, active or ended', async () => {
    await t.store.sessions.start(id, sessionA, { context });
    const find = () => t.store.sessions.findStarts(id, [sessionA, sessionB]);
    const start = { sessionId: sessionA, installationId: null, context };
    expect(await find()).toEqual([start]);
    await t.store.sessions.end(id, 'stopped');
    expect(await find()).toEqual([start]);
    expect(await t.store.sessions.findStarts(id, [])).toEqual([]);
  });
});
