// The promises of every engine about losses: which save is marked, with what, and that the state before it is kept.
import { beforeEach, expect, test } from 'bun:test';
import { openTransfer } from '../../../src/app.ts';
import { createLog } from '../../../src/lib/log.ts';
import { LOSSES_PER_PLAYER } from '../../../src/limits.ts';
import type { Loss } from '../../../src/store/ports/losses.ts';
import type { EditOptions } from '../../../src/store/ports/metadata.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { testConfig } from '../../harness/service.ts';
import { openTestStore, type TestStore, timeoutSeconds } from '../../harness/store.ts';

const sessionA = '01a00000-0000-7000-8000-00000000000a';
const keyId = '01a00000-0000-7000-8000-0000000000aa';
const context = '{"version":"2.4.1","platform":"android","device":"Pixel 7"}';
const large = JSON.stringify({ items: 'x'.repeat(400), gold: 12 });
const small = '{"gold":0}';
const byServer: EditOptions = {
  by: 'server',
  audited: { author: { keyId, keyName: 'backend', requestId: null }, action: 'metadata.set' },
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

  test('are none where half stays, the state is small, or the text grows', async () => {
    await t.store.metadata.save(id, `{"a":"${'x'.repeat(92)}"}`);
    await t.store.metadata.save(id, `{"a":"${'x'.repeat(42)}"}`);
    await t.store.metadata.save(id, `{"a":"${'x'.repeat(90)}"}`);
    await t.store.metadata.save(id, '{}');
    await t.store.metadata.save(id, large);
    expect(await losses()).toEqual([]);
  });

  test('are one byte less than half', async () => {
    await t.store.metadata.save(id, `{"a":"${'x'.repeat(92)}"}`);
    await t.store.metadata.save(id, `{"a":"${'x'.repeat(41)}"}`);
    expect(await losses()).toMatchObject([{ version: 2, bytesBefore: 100, bytesAfter: 49 }]);
  });

  test('count bytes, not characters', async () => {
    // 60 characters of three bytes become 100 characters of one byte.
    await t.store.metadata.save(id, `{"a":"${'語'.repeat(100)}"}`);
    await t.store.metadata.save(id, `{"a":"${'x'.repeat(120)}"}`);
    expect(await losses()).toMatchObject([{ bytesBefore: 308, bytesAfter: 128 }]);
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
      { by: 'server', keyId, keyName: 'backend', sessionId: null, context: null, gameVersion: null },
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

  test('are marked without a history, which keeps nothing', async () => {
    await t.store.close();
    const other = await openTestStore(engine, { METADATA_HISTORY_DAYS: '0' });
    try {
      const bob = await other.register('bob');
      await other.store.metadata.save(bob, large);
      await other.store.metadata.save(bob, small);
      expect(await other.store.losses.listOfPlayer(bob)).toMatchObject([{ version: 2 }]);
      expect(await other.store.versions.list(bob)).toEqual([]);
      await other.store.versions.deleteOld(AbortSignal.timeout(60_000));
      expect(await other.store.losses.listOfPlayer(bob)).toHaveLength(1);
    } finally {
      await other.remove();
      await t.reopen();
    }
  });

  test('are none with a bound of 0', async () => {
    const other = await openTestStore(engine, { METADATA_LOSS_MIN_BYTES: '0' });
    try {
      const bob = await other.register('bob');
      await other.store.metadata.save(bob, large);
      await other.store.metadata.save(bob, small);
      await other.store.metadata.edit(bob, () => ({ answer: null, text: large }));
      await other.store.metadata.edit(bob, () => ({ answer: null, text: small }));
      expect(await other.store.losses.listOfPlayer(bob)).toEqual([]);
    } finally {
      await other.remove();
    }
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
    t.clock.advance(30 * 24 * 3_600_000 + 1);
    await t.store.versions.deleteOld(AbortSignal.timeout(60_000));
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
    const ids = async (
      ...[filter, limit = 10, after]: Partial<Parameters<TestStore['store']['losses']['list']>>
    ) => {
      const page = await t.store.losses.list(filter ?? {}, limit, after);
      return page.losses.map(({ sequentialId }) => sequentialId);
    };
    expect(await ids()).toEqual([id, four, three, two, one]);
    const first = await t.store.losses.list({}, 2);
    expect(first.losses.map(({ sequentialId }) => sequentialId)).toEqual([id, four]);
    const second = await t.store.losses.list({}, 2, first.next);
    expect(second.losses.map(({ sequentialId }) => sequentialId)).toEqual([three, two]);
    const last = await t.store.losses.list({}, 2, second.next);
    expect(last).toMatchObject({ losses: [{ sequentialId: one }], next: undefined });
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
    try {
      const transferOf = (store: TestStore) =>
        openTransfer(testConfig({ ...store.environment, SESSION_TIMEOUT_SECONDS: String(timeoutSeconds) }), {
          clock: t.clock,
          log: createLog({ level: 'silent', production: true }),
        });
      const [source, destination] = [await transferOf(t), await transferOf(target)];
      try {
        for (let run = 0; run < 2; run += 1)
          for await (const page of source.read())
            if (Array.isArray(page)) await destination.importRecords(page);
            else if ('lastSequentialId' in page)
              await destination.reserveSequentialIds(page.lastSequentialId);
      } finally {
        await source.close();
        await destination.close();
      }
      expect(marked).toHaveLength(2);
      expect(await target.store.losses.listOfPlayer(id)).toEqual(marked);
    } finally {
      await target.remove();
    }
  });

  test('of another session start are found by its id, active or ended', async () => {
    await t.store.sessions.start(id, sessionA, { context });
    const find = () => t.store.sessions.findStarts(id, [sessionA, keyId]);
    const start = { sessionId: sessionA, installationId: null, context };
    expect(await find()).toEqual([start]);
    await t.store.sessions.end(id, 'stopped');
    expect(await find()).toEqual([start]);
    expect(await t.store.sessions.findStarts(id, [])).toEqual([]);
  });
});
