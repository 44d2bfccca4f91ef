// The retention of ended sessions on every engine: by whole calendar months.
import { expect, test } from 'bun:test';
import { historyStart, monthStart } from '../../../src/store/shared/history-months.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { day, signal } from './shared.ts';

test('months begin at midnight UTC, and are dropped once their last session is too old', () => {
  const time = Date.parse('2026-03-31T23:59:59.999Z');
  expect(monthStart(time)).toBe(Date.parse('2026-03-01T00:00:00Z'));
  expect(monthStart(time, 1)).toBe(Date.parse('2026-04-01T00:00:00Z'));
  expect(monthStart(Date.parse('2026-12-05T00:00:00Z'), 2)).toBe(Date.parse('2027-02-01T00:00:00Z'));
  expect(historyStart(Date.parse('2026-03-30T12:00:00Z'), 30)).toBe(Date.parse('2026-02-01T00:00:00Z'));
  expect(historyStart(Date.parse('2026-03-31T12:00:00Z'), 30)).toBe(Date.parse('2026-03-01T00:00:00Z'));
});

describeStores('history', { engines: enginesAndPooler }, (t) => {
  /** Plays one session, and returns its end. */
  async function play(id: number): Promise<number> {
    await t.store.sessions.start(id, crypto.randomUUID());
    const ended = await t.store.sessions.end(id, 'stopped');
    if (typeof ended !== 'object' || !('endedAt' in ended)) throw new Error('there was no session');
    return ended.endedAt;
  }
  const listed = async (id: number) =>
    (await t.store.sessions.listEnded(id, 1000)).map((session) => session.endedAt);

  test('keeps sessions within the retention, drops whole older months, and may run repeatedly', async () => {
    const ids = [await t.register('ann'), await t.register('bob')];
    const ends: number[][] = [[], []];
    for (let month = 0; month < 8; month += 1) {
      await t.store.sessions.deleteOldHistory(60, signal);
      for (const [index, id] of ids.entries()) ends[index]?.unshift(await play(id));
      t.clock.advance(30 * day);
    }
    await Promise.all([1, 2, 3].map(() => t.store.sessions.deleteOldHistory(60, signal)));
    await t.store.sessions.deleteOldHistory(60, signal);
    const start = historyStart(t.clock.now(), 60);
    for (const [index, id] of ids.entries()) {
      const kept = ends[index]?.filter((end) => end >= start) ?? [];
      expect(kept.length).toBeGreaterThan(1);
      expect(kept.length).toBeLessThan(8);
      expect(await listed(id)).toEqual(kept);
    }
  });

  test('imports sessions of months without a partition', async () => {
    const id = await t.register('ann');
    const first = await play(id);
    await t.store.sessions.deleteOldHistory(400, signal);
    t.clock.advance(200 * day);
    const second = await play(id);
    await t.store.sessions.deleteOldHistory(400, signal);
    const third = await play(id);
    expect(await listed(id)).toEqual([third, second, first]);
  });

  test('an abort ends the pruning silently, and the next pass prunes the rest', async () => {
    const id = await t.register('ann');
    await play(id);
    t.clock.advance(800 * day);
    await t.store.sessions.deleteOldHistory(400, AbortSignal.abort());
    const stopping = new AbortController();
    const dropping = t.store.sessions.deleteOldHistory(400, stopping.signal);
    stopping.abort();
    await dropping;
    await t.store.sessions.deleteOldHistory(400, signal);
    expect(await listed(id)).toEqual([]);
  });
});
