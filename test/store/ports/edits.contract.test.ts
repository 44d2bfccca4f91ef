// The promises of every engine about conditional writes, through the port alone.
import { beforeEach, expect, test } from 'bun:test';
import type { EditOptions, Metadata } from '../../../src/store/ports/metadata.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { timeoutSeconds } from '../../harness/store.ts';
import { increment, sessionA, sessionB } from './shared.ts';

describeStores('conditional writes', { engines: enginesAndPooler }, (t) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  const set = (text: string, options?: EditOptions) =>
    t.store.metadata.edit(id, () => ({ answer: null, text }), options);

  test('see the state, and keep it, change it or remove it', async () => {
    const seen: Metadata[] = [];
    const look = (current: Metadata) => {
      seen.push(current);
      return { answer: 'seen' };
    };
    const writtenAt = t.clock.now();
    expect(await t.store.metadata.edit(id, look)).toEqual({ answer: 'seen', version: 0, writtenAt: null });
    expect(await t.store.metadata.edit(id, increment)).toEqual({ answer: 1, version: 1, writtenAt });
    await t.store.metadata.edit(id, look);
    expect(await t.store.metadata.edit(id, () => ({ answer: [], text: null }))).toEqual({
      answer: [],
      version: 2,
      writtenAt,
    });
    expect(seen).toEqual([
      { playerId: 'ann', text: undefined, version: 0 },
      { playerId: 'ann', text: '{"n":1}', version: 1 },
    ]);
    expect(await t.store.metadata.find(id)).toEqual({
      playerId: 'ann',
      text: undefined,
      version: 2,
      writtenAt,
    });
    expect(await t.store.metadata.save(id, '{}')).toMatchObject({ version: 3 });
  });

  test('tell when the metadata was last written', async () => {
    const { metadata } = t.store;
    const look = () => ({ answer: null });
    expect(await metadata.find(id)).toMatchObject({ writtenAt: null });
    const idempotencyKey = { key: 'k', fingerprint: 'f' };
    for (const write of [
      () => metadata.save(id, '{"n":0}'),
      () => set('{"n":1}'),
      () => set('{"n":2}', { idempotencyKey }),
      () => metadata.save(id, '{"n":3}'),
    ]) {
      t.clock.advance(1_000);
      const written = { writtenAt: t.clock.now() };
      expect(await write()).toMatchObject(written);
      t.clock.advance(1_000);
      expect(await metadata.find(id)).toMatchObject(written);
      expect(await metadata.edit(id, look)).toMatchObject(written);
      const other = { key: `${t.clock.now()}`, fingerprint: 'f' };
      expect(await metadata.edit(id, look, { idempotencyKey: other })).toMatchObject(written);
    }
    expect(await set('{"n":2}', { idempotencyKey })).toMatchObject({ version: 3 });
  });

  test('lose no update, whatever the number of processes', async () => {
    const others = await Promise.all([t.open(), t.open()]);
    const stores = [t.store, ...others];
    const edits = Array.from({ length: 90 }, (_, n) => stores[n % 3]?.metadata.edit(id, increment));
    const answers = (await Promise.all(edits)).map((edited) =>
      typeof edited === 'object' && 'answer' in edited ? edited.answer : 0,
    );
    expect(answers.sort((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, n) => n + 1));
    expect((await t.store.metadata.find(id))?.text).toBe('{"n":90}');
    await Promise.all(others.map((other) => other.close()));
  });

  test('take effect only in the required session, while it is active', async () => {
    expect(await set('{"n":1}', { sessionId: sessionA })).toBe('session-not-current');
    await t.store.sessions.start(id, sessionA);
    expect(await set('{"n":2}', { sessionId: sessionA })).toMatchObject({ version: 1 });
    await t.store.sessions.start(id, sessionB, { onActive: 'replace' });
    expect(await set('{"n":3}', { sessionId: sessionA })).toBe('session-not-current');
    expect(await set('{"n":4}', { sessionId: sessionB })).toMatchObject({ version: 2 });
    t.clock.advance(timeoutSeconds * 1000);
    expect(await set('{"n":5}', { sessionId: sessionB })).toBe('session-not-current');
    expect((await t.store.metadata.find(id))?.text).toBe('{"n":4}');
  });

  test('in a session that another device replaces meanwhile take effect before its end, or not at all', async () => {
    const other = await t.open();
    for (let round = 0; round < 25; round += 1) {
      const [mine, theirs] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
      await t.store.sessions.start(id, mine, { onActive: 'replace' });
      const late = Array.from({ length: 5 }, (_, n) => set(`{"late":${n}}`, { sessionId: mine }));
      await other.sessions.start(id, theirs, { onActive: 'replace' });
      const seen = await other.metadata.find(id);
      await Promise.all(late);
      expect(await t.store.metadata.find(id)).toEqual(seen);
    }
    await other.close();
  });

  test('many players are read at once, and unknown ones are left out', async () => {
    const others = await Promise.all(['bob', 'cy', 'dee'].map(t.register));
    await set('{"n":1}');
    const rows = await t.store.metadata.list([others[2] ?? 0, 999, id, others[0] ?? 0], 7);
    if (typeof rows === 'number') throw new Error(`${rows} bytes are too many`);
    expect(rows.toSorted((a, b) => a.sequentialId - b.sequentialId)).toEqual([
      { sequentialId: id, playerId: 'ann', text: '{"n":1}', version: 1 },
      { sequentialId: others[0] as number, playerId: 'bob', text: undefined, version: 0 },
      { sequentialId: others[2] as number, playerId: 'dee', text: undefined, version: 0 },
    ]);
    expect(await t.store.metadata.list([], 7)).toEqual([]);
    expect(await t.store.metadata.list([id, others[0] ?? 0], 6)).toBe(7);
  });
});
