// The counting of sessions: each once, whatever interrupts it, however many processes do it, however late a session comes, and in
// whatever zone a rebuild makes the sums anew.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createTimeZone } from '../../../src/lib/time-zone.ts';
import { lengthsOf, lengthsQueries, playersOf, playersQueries } from '../../../src/statistics/figures.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import type { EndedSessionRecord } from '../../../src/store/ports/transfer.ts';
import { allEngines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { seed, seeded } from '../../harness/seeded.ts';
import { expectEqualFigures, readExact } from '../../statistics/compare.ts';
import {
  beginning,
  type CountedStore,
  countInPart,
  going,
  lease,
  openCountedStore,
  randomRecords,
  toReference,
} from '../../statistics/imported.ts';
import { Reference } from '../../statistics/reference.ts';

const day = 24 * 3_600_000;
const span = (from: string, to: string) => ({ from: Date.parse(from) / day, to: Date.parse(to) / day });
const players = async (
  store: Store,
  days: { from: number; to: number },
  interval: 'day' | 'week' | 'month',
) => playersOf((await readExact(store.statistics, playersQueries(days, interval))).rows, days, interval);

for (const engine of allEngines) {
  describe(`the counting of sessions on ${engine.name}`, () => {
    let t: CountedStore;
    beforeEach(async () => {
      t = await openCountedStore(engine);
    });
    afterEach(() => t.remove());

    test(`counts sessions once that are imported late, twice and in any order, from seed ${seed}`, async () => {
      const records = randomRecords(seeded(seed), 900, 70);
      for (const end of [300, 600]) {
        await t.importSessions(records.slice(0, end));
        await t.expectFigures(records.slice(0, end));
      }
      await t.importSessions(records);
      await t.importSessions(records);
      await t.expectFigures(records);
    }, 120_000);

    test(`counts each session once in processes that are aborted at any moment, from seed ${seed}`, async () => {
      const random = seeded(seed);
      const runs = amount(12, 100);
      const records = randomRecords(random, 450 * runs, 60);
      const other = await t.open();
      try {
        for (let run = 0; run < runs; run += 1) {
          await t.importSessions(records.slice(run * 450, (run + 1) * 450));
          await Promise.all(
            [t.store, other].map((store) =>
              countInPart(store, random(2_000), random(2) === 0 ? 'now' : 'no'),
            ),
          );
          t.clock.advance(lease);
        }
        await t.expectFigures(records);
        await t.expectFigures(records, other);
      } finally {
        await other.close();
      }
    }, 600_000);

    test('says how far it is while a backlog is counted', async () => {
      await t.importSessions(randomRecords(seeded(1), 4_600, 30));
      expect(await t.store.statistics.read([])).toEqual({ state: 'counting', counted: 0, total: 0 });
      const states = new Set<string>();
      const counting = t.count();
      for (let isDone = false; !isDone; ) {
        const answer = await t.store.statistics.read([]);
        states.add(answer.state === 'counting' ? `${answer.counted > 0} ${answer.total}` : answer.state);
        isDone = await Promise.race([counting.then(() => true), Bun.sleep(1).then(() => false)]);
      }
      expect(states).toContain('true 4600');
      expect((await t.store.statistics.read([])).state).toBe('exact');
    }, 120_000);

    test('gives exact answers in the middle of a count', async () => {
      const records = randomRecords(seeded(seed), 3_900, 30);
      await t.importSessions(records);
      const month = span('2026-01-01', '2026-02-28');
      const answers: string[] = [];
      const counting = t.count();
      for (let isDone = false; !isDone; ) {
        isDone = await Promise.race([counting.then(() => true), Bun.sleep(0).then(() => false)]);
        const answer = await t.store.statistics.read(playersQueries(month, 'month'));
        if (answer.state === 'exact')
          answers.push(JSON.stringify(await playersOf(answer.rows, month, 'month')));
      }
      const reference = new Reference(toReference(records), t.zone, t.clock.now());
      const expected = JSON.stringify(reference.players('2026-01-01', '2026-02-28', 'month'));
      expect(new Set(answers)).toEqual(new Set([expected]));
      // There is an answer between two transactions, and one in the end.
      expect(answers.length).toBeGreaterThan(1);
    }, 120_000);

    test('deletes no session that is not counted, and keeps the figures of those that are deleted', async () => {
      const records = randomRecords(seeded(seed), 300, 60);
      const late = randomRecords(seeded(seed + 1), 50, 20);
      const listEnded = async () => {
        const ids = Array.from({ length: 40 }, (_, n) => n + 1);
        const lists = await Promise.all(ids.map((id) => t.store.sessions.listEnded(id, 1000)));
        return new Set(lists.flat().map(({ sessionId }) => sessionId));
      };
      await t.importSessions(records);
      await t.store.statistics.count(going, { publish: 'no' });
      await t.importSessions(late);
      t.clock.advance(200 * day);
      // A process with another zone counts nothing, so what is not counted stays.
      await t.inZone('Asia/Tokyo', ({ sessions }) => sessions.deleteOldHistory(1, going));
      const kept = await listEnded();
      expect(late.filter(({ sessionId }) => !kept.has(sessionId))).toEqual([]);
      await t.store.sessions.deleteOldHistory(1, going);
      expect(await listEnded()).toEqual(new Set());
      await t.expectFigures([...records, ...late]);
    }, 120_000);
  });

  describe.each(['America/New_York', 'Asia/Tokyo'])(`a rebuild on ${engine.name} in %s`, (zone) => {
    let t: CountedStore;
    beforeEach(async () => {
      t = await openCountedStore(engine, 'UTC');
    });
    afterEach(() => t.remove());

    test(`makes all figures anew, interrupted at any moment, from seed ${seed}`, async () => {
      const random = seeded(seed);
      const records = randomRecords(random, amount(2_500, 10_000), 60);
      await t.importSessions(records.slice(0, -100));
      await t.count();
      await t.inZone(zone, async (moved) => {
        expect(await moved.statistics.read([])).toEqual({ state: 'other-zone', zone: 'UTC' });
        expect(await moved.statistics.count(going, { publish: 'now' })).toBe('other-zone');
        expect(await moved.statistics.rebuild()).toBe('begun');
        expect(await t.count()).toBe('other-zone');
        expect(await t.store.statistics.read([])).toEqual({ state: 'other-zone', zone });
        await t.importSessions(records);
        for (let run = 0; run < amount(10, 100); run += 1) {
          await countInPart(moved, random(2_000), 'now');
          t.clock.advance(lease);
          if (run === 4) expect(await moved.statistics.rebuild()).toBe('begun');
        }
        await expectEqualFigures(moved.statistics, zone, toReference(records));
      });
    }, 240_000);

    test(`keeps the days of sessions that were deleted and counts all time once, from seed ${seed}`, async () => {
      const [long, ...others] = randomRecords(seeded(seed), 1_500, 70);
      if (!long) throw new Error('there is no session');
      // It lasts from days that stay into days that are made anew.
      const [startedAt, endedAt] = ['2026-02-27T12:00:00Z', '2026-03-02T12:00:00Z'].map(Date.parse);
      const records = [{ ...long, startedAt, endedAt } as EndedSessionRecord, ...others];
      await t.importSessions(records);
      await t.count();
      const early = { from: beginning / day, to: Date.parse('2026-02-28') / day };
      const before = await players(t.store, early, 'day');
      // Sessions that ended before March are deleted.
      await t.store.sessions.deleteOldHistory(20, going);
      await t.inZone(zone, async (moved) => {
        await moved.statistics.rebuild();
        await countInPart(moved, 500);
        t.clock.advance(lease);
        // A rebuild that begins again, in the middle or after another, finds the earlier days as they were.
        await moved.statistics.rebuild();
        await moved.statistics.count(going, { publish: 'now' });
        expect(await players(moved, early, 'day')).toEqual(before);
        await expectAllOnce(moved, records);
        const [first, last] = ['2026-03-02', '2026-04-05'] as const;
        const { asOf } = await readExact(moved.statistics, []);
        const reference = new Reference(toReference(records), zone, asOf);
        for (const interval of ['day', 'week'] as const)
          expect(await players(moved, span(first, last), interval)).toEqual(
            reference.players(first, last, interval),
          );
        const months = await players(moved, span('2026-02-01', '2026-03-31'), 'month');
        const march = Date.parse('2026-03-01');
        const april = createTimeZone(zone).startOf(Date.parse('2026-04-01') / day);
        const inMarch = records.filter(({ startedAt: start, endedAt: end }) =>
          start === end ? start >= march && start < april : start < april && end > march,
        );
        const [february] = new Reference(toReference(records), 'UTC', asOf).players(
          '2026-02-01',
          '2026-02-28',
          'month',
        );
        expect(months.map((row) => row.active)).toEqual([
          february?.active ?? -1,
          new Set(inMarch.map(({ sequentialId }) => sequentialId)).size,
        ]);
      });
      await t.inZone('Pacific/Auckland', async (again) => {
        await again.statistics.rebuild();
        await again.statistics.count(going, { publish: 'now' });
        await expectAllOnce(again, records);
      });
    }, 120_000);
  });
}

/** The first day that is made anew begins where the last kept one ends: nothing between them counts twice or not at all. */
async function expectAllOnce(store: Store, records: readonly EndedSessionRecord[]): Promise<void> {
  const whole = { from: beginning / day, to: Date.parse('2026-04-09') / day };
  const rows = await players(store, whole, 'day');
  const total = (name: 'sessions' | 'playSeconds' | 'new') =>
    Math.round(rows.reduce((sum, row) => sum + row[name], 0) * 1000) / 1000;
  const milliseconds = records.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0);
  expect({ sessions: total('sessions'), playSeconds: total('playSeconds'), new: total('new') }).toEqual({
    sessions: records.length,
    playSeconds: milliseconds / 1000,
    new: new Set(records.map(({ sequentialId }) => sequentialId)).size,
  });
  const lengths = await lengthsOf((await readExact(store.statistics, lengthsQueries(whole))).rows);
  expect(lengths.count).toBe(records.length);
}
