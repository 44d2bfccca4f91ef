// The rebuild of the statistics in another time zone: from the sessions that are kept, resumable, beside a running service.
import { describe, expect, test } from 'bun:test';
import { createTimeZone } from '../../../src/lib/time-zone.ts';
import {
  lengthsOf,
  lengthsQueries,
  playersOf,
  playersQueries,
  retentionOf,
  retentionQueries,
} from '../../../src/statistics/figures.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import type { EndedSessionRecord } from '../../../src/store/ports/transfer.ts';
import { allEngines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { seed } from '../../harness/seeded.ts';
import { openStoreOn, openTestStore, type TestStore } from '../../harness/store.ts';
import { expectEqualFigures, pointers, readExact } from '../../statistics/compare.ts';
import {
  importSessions,
  randomOf,
  randomRecords,
  registerPlayers,
  toReference,
} from '../../statistics/imported.ts';
import { Reference } from '../../statistics/reference.ts';

const day = 24 * 3_600_000;
const going = new AbortController().signal;
const beginning = Date.parse('2026-01-20T00:00:00Z');
const context = { STATISTICS_CONTEXT: pointers.join(',') };

/** The first day that is made anew begins where the last kept one ends: nothing between them counts twice or not at all. */
async function expectAllOnce(store: Store, records: readonly EndedSessionRecord[]): Promise<void> {
  const whole = { from: beginning / day, to: Date.parse('2026-04-09T00:00:00Z') / day };
  const rows = await playersOf(
    (await readExact(store.statistics, playersQueries(whole, 'day'))).rows,
    whole,
    'day',
  );
  const total = (name: 'sessions' | 'playSeconds' | 'new') =>
    Math.round(rows.reduce((sum, row) => sum + row[name], 0) * 1000) / 1000;
  const milliseconds = records.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0);
  expect([total('sessions'), total('playSeconds'), total('new')]).toEqual([
    records.length,
    milliseconds / 1000,
    new Set(records.map(({ sequentialId }) => sequentialId)).size,
  ]);
  const lengths = await lengthsOf((await readExact(store.statistics, lengthsQueries(whole))).rows);
  expect(lengths.count).toBe(records.length);
}

for (const engine of allEngines) {
  describe(`a rebuild on ${engine.name}`, () => {
    async function withStore(work: (t: TestStore) => Promise<void>): Promise<void> {
      const t = await openTestStore(engine, { STATISTICS_TIME_ZONE: 'UTC', ...context });
      try {
        t.clock.advance(Date.parse('2026-04-10T12:00:00Z') - t.clock.now());
        await registerPlayers(t);
        await work(t);
      } finally {
        await t.remove();
      }
    }

    for (const zone of ['America/New_York', 'Asia/Tokyo'] as const) {
      test(`makes all figures anew in ${zone}, interrupted at any moment, from seed ${seed}`, async () => {
        await withStore(async (t) => {
          const random = randomOf(seed);
          const records = randomRecords(random, amount(2_500, 10_000), beginning, 60);
          await importSessions(t, records.slice(0, -100));
          await t.store.statistics.count(going, { publish: 'now' });
          const moved = await openStoreOn(
            { ...t.environment, ...context, STATISTICS_TIME_ZONE: zone },
            t.clock,
          );
          try {
            expect(await moved.statistics.read([])).toEqual({ state: 'other-zone', zone: 'UTC' });
            expect(await moved.statistics.count(going, { publish: 'now' })).toBe('other-zone');
            expect(await moved.statistics.rebuild()).toBe('begun');
            expect(await t.store.statistics.count(going, { publish: 'now' })).toBe('other-zone');
            expect(await t.store.statistics.read([])).toEqual({ state: 'other-zone', zone });
            await importSessions(t, records);
            for (let run = 0; run < amount(10, 100); run += 1) {
              const abort = new AbortController();
              const counting = moved.statistics.count(abort.signal, { publish: 'now' });
              await Bun.sleep(random(12));
              abort.abort();
              await counting.catch(() => undefined);
              t.clock.advance(31_000);
              if (run === 4) expect(await moved.statistics.rebuild()).toBe('begun');
            }
            const subject = { store: moved.statistics, zone, refresh: true };
            await expectEqualFigures(subject, toReference(records));
          } finally {
            await moved.close();
          }
        });
      }, 240_000);
    }

    for (const zone of ['America/New_York', 'Asia/Tokyo'] as const) {
      test(`keeps the days of sessions that were deleted and counts all time once in ${zone}, from seed ${seed}`, async () => {
        await withStore(async (t) => {
          const [long, ...others] = randomRecords(randomOf(seed), 1_500, beginning, 70);
          if (!long) throw new Error('there is no session');
          // It lasts from days that stay into days that are made anew.
          const across = [Date.parse('2026-02-27T12:00:00Z'), Date.parse('2026-03-02T12:00:00Z')] as const;
          const records = [{ ...long, startedAt: across[0], endedAt: across[1] }, ...others];
          await importSessions(t, records);
          const early = { from: beginning / day, to: Date.parse('2026-02-28T00:00:00Z') / day };
          await t.store.statistics.count(going, { publish: 'now' });
          const readOf = (store: typeof t.store) => (queries: Parameters<typeof readExact>[1]) =>
            readExact(store.statistics, queries);
          const before = await playersOf(
            (await readOf(t.store)(playersQueries(early, 'day'))).rows,
            early,
            'day',
          );
          // Sessions that ended before March are deleted.
          await t.store.sessions.deleteOldHistory(20, going);
          const moved = await openStoreOn(
            { ...t.environment, ...context, STATISTICS_TIME_ZONE: zone },
            t.clock,
          );
          try {
            await moved.statistics.rebuild();
            const abort = new AbortController();
            const counting = moved.statistics.count(abort.signal, { publish: 'no' });
            await Bun.sleep(10);
            abort.abort();
            await counting.catch(() => undefined);
            t.clock.advance(31_000);
            // A rebuild that begins again, in the middle or after another, finds the earlier days as they were.
            await moved.statistics.rebuild();
            await moved.statistics.count(going, { publish: 'now' });
            const read = readOf(moved);
            const kept = await read(playersQueries(early, 'day'));
            expect(await playersOf(kept.rows, early, 'day')).toEqual(before);
            await expectAllOnce(moved, records);
            const [first, last] = ['2026-03-02', '2026-04-05'] as const;
            const late = { from: Date.parse(first) / day, to: Date.parse(last) / day };
            const { asOf, rows: lateRows } = await read(playersQueries(late, 'day'));
            const reference = new Reference(toReference(records), zone, asOf);
            expect(await playersOf(lateRows, late, 'day')).toEqual(reference.players(first, last, 'day'));
            const weeks = await playersOf((await read(playersQueries(late, 'week'))).rows, late, 'week');
            expect(weeks).toEqual(reference.players(first, last, 'week'));
            const cohorts = await retentionOf(
              (await read(retentionQueries(late, [1, 7]))).rows,
              late,
              [1, 7],
              { asOf, zone: createTimeZone(zone) },
            );
            const expected = reference.retention(first, last, [1, 7]);
            expect(cohorts.map(({ date, size, returned }) => [date, size, ...returned])).toEqual(
              expected.map(({ date, size, returned }) => [
                date,
                size,
                returned[1] ?? null,
                returned[7] ?? null,
              ]),
            );
            expect((await lengthsOf((await read(lengthsQueries(late))).rows)).count).toBe(
              reference.lengths(first, last).length,
            );
            const month = { from: Date.parse('2026-02-01') / day, to: Date.parse('2026-03-31') / day };
            const months = await playersOf((await read(playersQueries(month, 'month'))).rows, month, 'month');
            const march = Date.parse('2026-03-01T00:00:00Z');
            const april = createTimeZone(zone).startOf(Date.parse('2026-04-01') / day);
            const activeInMarch = records.filter(({ startedAt, endedAt }) =>
              startedAt === endedAt
                ? startedAt >= march && startedAt < april
                : startedAt < april && endedAt > march,
            );
            const february = new Reference(toReference(records), 'UTC', asOf);
            expect(months.map((row) => row.active)).toEqual([
              february.players('2026-02-01', '2026-02-28', 'month')[0]?.active ?? -1,
              new Set(activeInMarch.map(({ sequentialId }) => sequentialId)).size,
            ]);
            const third = { ...t.environment, ...context, STATISTICS_TIME_ZONE: 'Pacific/Auckland' };
            const again = await openStoreOn(third, t.clock);
            try {
              await again.statistics.rebuild();
              await again.statistics.count(going, { publish: 'now' });
              await expectAllOnce(again, records);
            } finally {
              await again.close();
            }
          } finally {
            await moved.close();
          }
        });
      }, 120_000);
    }
  });
}
