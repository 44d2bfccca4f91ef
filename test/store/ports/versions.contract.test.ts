// The promises of every engine about kept versions: when a state is kept, how many, and for how long.
import { beforeEach, expect, test } from 'bun:test';
import type { EditOptions } from '../../../src/store/ports/metadata.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { sqlite } from '../../harness/engines.ts';
import { openTestStore, timeoutSeconds } from '../../harness/store.ts';
import { day, exportedPlayer, sessionA, sessionB, signal } from './shared.ts';

describeStores('kept versions', { engines: enginesAndPooler }, (t) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  const set = (text: string, options?: EditOptions) =>
    t.store.metadata.edit(id, () => ({ answer: null, text }), options);
  const versions = async () => (await t.store.versions.list(id)).map(({ version }) => version);
  const textOf = async (version: number) => (await t.store.versions.find(id, version))?.text;

  test('are made once per interval', async () => {
    for (let n = 1; n <= 10; n += 1) {
      await t.store.metadata.save(id, `{"n":${n}}`);
      t.clock.advance(1_000);
    }
    expect(await versions()).toEqual([1]);
    t.clock.advance(300_000);
    await t.store.metadata.save(id, '{"n":11}');
    expect(await versions()).toEqual([10, 1]);
    for (const n of [12, 13, 14]) await set(`{"n":${n}}`);
    expect(await versions()).toEqual([10, 1]);
    expect(await textOf(10)).toBe('{"n":10}');
    expect(await textOf(1)).toBe('{"n":1}');
    expect(await textOf(5)).toBeUndefined();
  });

  test('are made by the first write of a session, with its time, author and session', async () => {
    await set('{"n":1}');
    await set('{"n":2}');
    t.clock.advance(10);
    await t.store.sessions.start(id, sessionA);
    await t.store.metadata.save(id, '{"n":3}');
    await t.store.metadata.save(id, '{"n":4}');
    await t.store.sessions.start(id, sessionB, { onActive: 'replace' });
    t.clock.advance(10);
    await t.store.metadata.save(id, '{"n":5}');
    await t.store.metadata.save(id, '{"n":6}');
    const kept = await t.store.versions.list(id);
    const written = (version: number, ago: number, keptAgo: number, sessionId: string | null = null) => ({
      version,
      writtenAt: t.clock.now() - ago,
      sessionId,
      by: 'player' as const,
      keyId: null,
      keptAt: t.clock.now() - keptAgo,
      sizeBytes: 7,
    });
    expect(kept).toEqual([written(4, 10, 0, sessionA), written(2, 20, 10), written(1, 20, 20)]);
    expect(await t.store.versions.find(id, 4)).toMatchObject({ ...kept[0], text: '{"n":4}' });
  });

  const ends = {
    stopped: () => t.store.sessions.end(id, 'stopped'),
    expired: async () => t.clock.advance(timeoutSeconds * 1_000),
    'expired and swept': async () => {
      t.clock.advance(timeoutSeconds * 1_000);
      await t.store.sessions.expire(0, 100);
    },
    'stopped and followed by one that stopped too': async () => {
      await t.store.sessions.end(id, 'stopped');
      await t.store.sessions.start(id, sessionB);
      await t.store.sessions.end(id, 'stopped');
    },
  };
  for (const [how, end] of Object.entries(ends)) {
    test(`have no session when they were written after it was ${how}`, async () => {
      await t.store.sessions.start(id, sessionA);
      await set('{"n":1}');
      await set('{"n":2}', { keepReplaced: true });
      await t.store.metadata.save(id, '{"n":3}');
      expect(await exportedPlayer(t)).toMatchObject({ metadataVersion: 3, sessionId: sessionA });
      await end();
      t.clock.advance(1);
      await t.store.metadata.save(id, '{"n":4}');
      expect(await exportedPlayer(t)).toMatchObject({ metadataVersion: 4, sessionId: null });
      await set('{"n":5}', { keepReplaced: true });
      const [newest] = await t.store.versions.list(id);
      expect(newest).toMatchObject({ version: 4, sessionId: null });
    });
  }

  test('name the session in which they were written, though it has ended when they are replaced', async () => {
    await t.store.sessions.start(id, sessionA);
    await set('{"n":1}');
    await set('{"n":2}', { keepReplaced: true });
    await t.store.metadata.save(id, '{"n":3}');
    await t.store.sessions.end(id, 'stopped');
    await t.store.sessions.start(id, sessionB);
    t.clock.advance(5);
    expect(await exportedPlayer(t)).toMatchObject({ sessionId: sessionA });
    await t.store.metadata.save(id, '{"n":4}');
    const kept = await t.store.versions.list(id);
    expect(kept.map(({ version, sessionId }) => [version, sessionId])).toEqual([
      [3, sessionA],
      [1, sessionA],
    ]);
  });

  test('are not made anew by a start that is refused', async () => {
    await t.store.sessions.start(id, sessionA);
    await set('{"n":1}');
    await set('{"n":2}', { keepReplaced: true });
    expect(await t.store.sessions.start(id, sessionB)).toBe('already-active');
    await t.store.metadata.save(id, '{"n":3}');
    expect(await versions()).toEqual([1]);
  });

  test('are made when the server writes or the write asks for one, also of a removed state', async () => {
    await set('{"n":1}');
    await set('{"n":2}', { by: 'server' });
    await t.store.metadata.edit(id, () => ({ answer: null, text: null }), { keepReplaced: true });
    await set('{"n":4}', { keepReplaced: true });
    const kept = await t.store.versions.list(id);
    expect(kept.map(({ version, by, sizeBytes }) => [version, by, sizeBytes])).toEqual([
      [3, 'player', 0],
      [2, 'server', 7],
      [1, 'player', 7],
    ]);
    expect(await t.store.versions.find(id, 3)).toMatchObject({ text: undefined });
    expect(await textOf(2)).toBe('{"n":2}');
  });

  test('are exact, many of them, the recent ones dense and the old ones sparse', async () => {
    const texts = new Map<number, string>();
    for (let version = 1; version <= 60; version += 1) {
      const items = Array.from({ length: 40 }, (_, n) => `"🎮${n}": ${n === version % 40 ? version : 1.0}`);
      const text = `{${items.join(',\n ')}, "s": "\\u0000\\ud800"}`;
      texts.set(version, text);
      await t.store.metadata.save(id, text);
      t.clock.advance(301_000);
    }
    const kept = await versions();
    expect(kept).toHaveLength(20);
    for (const version of kept) expect(await textOf(version)).toBe(texts.get(version) as string);
    const gaps = kept.slice(1).map((version, index) => (kept[index] as number) - version);
    const sum = (numbers: number[]) => numbers.reduce((total, gap) => total + gap, 0);
    expect(sum(gaps.slice(0, 9))).toBeLessThan(sum(gaps.slice(-9)) / 2);
    expect(kept[0]).toBe(59);
  });

  test('stay for the days of their retention, and an idempotency key for a day', async () => {
    const idempotencyKey = { key: 'k', fingerprint: 'f' };
    await set('{"n":1}', { idempotencyKey });
    await set('{"n":2}');
    t.clock.advance(20 * day);
    await set('{"n":3}');
    t.clock.advance(11 * day);
    await t.store.versions.deleteOld(signal);
    expect(await versions()).toEqual([2]);
    expect(await textOf(2)).toBe('{"n":2}');
    await set('{"n":4}', { idempotencyKey: { ...idempotencyKey, fingerprint: 'other' } });
    expect((await t.store.metadata.find(id))?.text).toBe('{"n":4}');
  });

  test('are dropped after their retention, whatever their size', async () => {
    const random = (bytes: number) =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');
    for (const bytes of [20_000, 60_000, 20_000, 20_000]) {
      // More than a megabyte, which compresses to half at best.
      const text = Array.from({ length: 20 }, () => random(bytes)).join('');
      await set(`{"text":"${text}"}`);
      t.clock.advance(400_000);
    }
    await set('{"n":1}');
    expect(await versions()).toHaveLength(4);
    t.clock.advance(31 * day);
    await t.store.versions.deleteOld(signal);
    expect(await versions()).toEqual([]);
    expect((await t.store.metadata.find(id))?.text).toBe('{"n":1}');
  });

  test('are read one after the other, also while writes store them anew', async () => {
    const filler = 'x'.repeat(2_000);
    const text = (n: number) => `{"n":${n},"filler":"${n % 3 === 0 ? crypto.randomUUID() : filler}"}`;
    const written: string[] = [];
    const write = async () => {
      const state = text(written.length + 1);
      written.push(state);
      await set(state, { keepReplaced: true });
      t.clock.advance(1000);
    };
    for (let n = 0; n < 12; n += 1) await write();
    await set('{}', { keepReplaced: true });
    const kept = await t.store.versions.list(id);
    const read = [];
    for await (const { bytes, ...facts } of t.store.versions.readAll(id)) {
      expect(bytes && Buffer.from(bytes).toString()).toBe(written[facts.version - 1]);
      read.push(facts);
      // The newest version, alone until now, becomes a difference from the next. Later ones are read from theirs.
      if (read.length < 5) await write();
    }
    expect(read).toEqual([...kept]);
    expect(read).toHaveLength(12);
    await t.store.players.erase('ann');
    for await (const version of t.store.versions.readAll(id)) expect(version).toBeUndefined();
  });

  test('are made for a session that another process started', async () => {
    const other = await t.open();
    for (const n of [1, 2, 3]) await t.store.metadata.save(id, `{"n":${n}}`);
    await other.sessions.start(id, sessionA);
    expect(await t.store.metadata.save(id, '{"n":4}')).toMatchObject({ version: 4 });
    expect(await t.store.versions.find(id, 3)).toMatchObject({ text: '{"n":3}', sessionId: null });
    await other.players.erase('ann');
    expect(await t.store.metadata.save(id, '{"n":5}')).toBeUndefined();
    await other.close();
  });

  test.each(['another process', 'this process'])(
    "are made where a server writes by %s between the player's saves",
    async (by) => {
      const other = await t.open();
      const { metadata } = by === 'another process' ? other : t.store;
      const write = () =>
        metadata.edit(id, () => ({ answer: null, text: '{"server":true}' }), { by: 'server' });
      for (const n of [1, 2, 3]) await t.store.metadata.save(id, `{"n":${n}}`);
      await write();
      expect(await t.store.metadata.save(id, '{"n":5}')).toMatchObject({ version: 5 });
      await write();
      const kept = await t.store.versions.list(id);
      expect(kept.map((each) => [each.version, each.by])).toEqual([
        [5, 'player'],
        [4, 'server'],
        [3, 'player'],
        [1, 'player'],
      ]);
      await other.close();
    },
  );
});

// On PostgreSQL a row may name a session that ended before the save. The next write that keeps the state corrects that.
test.each(['0', '30'])(
  'METADATA_HISTORY_DAYS=%s on sqlite: a save belongs to the session that is active at its time',
  async (days) => {
    const t = await openTestStore(sqlite, { METADATA_HISTORY_DAYS: days });
    const { metadata, sessions } = t.store;
    const id = await t.register('ann');
    const sessionOfSaves = async () => {
      for (const n of [1, 2]) await metadata.save(id, `{"n":${n}}`);
      return (await exportedPlayer(t))?.sessionId;
    };
    expect(await sessionOfSaves()).toBeNull();
    await sessions.start(id, sessionA);
    expect(await sessionOfSaves()).toBe(sessionA);
    t.clock.advance(timeoutSeconds * 1_000);
    expect(await sessionOfSaves()).toBeNull();
    t.clock.advance(-10_000);
    expect(await sessionOfSaves()).toBe(sessionA);
    await t.remove();
  },
);
