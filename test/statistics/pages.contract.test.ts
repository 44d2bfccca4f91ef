// Answers over many days are read in pages, and are as of one moment all the same.
import { describe, expect, test } from 'bun:test';
import { systemClock } from '../../src/lib/clock.ts';
import { playersOf, playersQueries, sessionsOf, sessionsQueries } from '../../src/statistics/figures.ts';
import { createPages } from '../../src/statistics/pages.ts';
import { createStatistics } from '../../src/statistics/statistics.ts';
import type { SumsQuery } from '../../src/store/ports/statistics.ts';
import { allEngines } from '../harness/engines.ts';
import { seeded } from '../harness/seeded.ts';
import { pointers } from './compare.ts';
import { openCountedStore, randomRecords, toReference } from './imported.ts';
import { Reference } from './reference.ts';

describe('pages of days', () => {
  const lengthsOf = (queries: readonly SumsQuery[], characters: (days: number) => number) => {
    const pages = createPages(queries);
    const all: (readonly SumsQuery[])[] = [];
    const daysOf = (page: readonly SumsQuery[]) => page.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    for (let page: readonly SumsQuery[] | undefined = pages.first; page; ) {
      all.push(page);
      page = pages.next(characters(daysOf(page)));
    }
    return { all, lengths: all.map(daysOf) };
  };

  test('have all days once, in their order, and fewer where the sums are long', () => {
    const by = [{ kind: '/platform', from: 10, to: 109 }] as const;
    const short = lengthsOf(by, (days) => days * 1_000);
    expect(short.lengths).toEqual([4, 8, 16, 32, 40]);
    expect(short.all.flat().map(({ from }) => from)).toEqual([10, 14, 22, 38, 70]);
    expect(short.all.flat().at(-1)?.to).toBe(109);
    expect(lengthsOf(by, (days) => days * 4_000_000).lengths).toEqual([4, ...Array(96).fill(1)]);
    expect(lengthsOf(by, (days) => days * 128 * 1024).lengths).toEqual(Array(25).fill(4));
    const two = [
      { kind: 'totals', from: 0, to: 299 },
      { kind: 'week', from: 0, to: 299 },
    ] as const;
    expect(lengthsOf(two, () => 0).all).toEqual([
      [two[0], { kind: 'week', from: 0, to: 99 }],
      [{ kind: 'week', from: 100, to: 299 }],
    ]);
    expect(lengthsOf([], () => 0).all).toEqual([[]]);
  });
});

for (const engine of allEngines) {
  test(`an answer in pages is of one moment, though a count changes the sums meanwhile on ${engine.name}`, async () => {
    const t = await openCountedStore(engine, 'UTC');
    try {
      const records = randomRecords(seeded(3), 900, 70);
      await t.importSessions(records.slice(0, 600));
      await t.count();
      let reads = 0;
      const statistics = createStatistics({
        store: {
          count: t.store.statistics.count,
          async read(queries) {
            reads += 1;
            // After two pages there are further sessions on the days of both.
            if (reads === 3) {
              await t.importSessions(records);
              t.clock.advance(1_000);
              await t.count();
            }
            return t.store.statistics.read(queries);
          },
        },
        settings: { zone: 'UTC', pointers },
        clock: systemClock,
      });
      const [first, last] = ['2026-01-15', '2026-04-09'] as const;
      const days = { from: Date.parse(first) / 86_400_000, to: Date.parse(last) / 86_400_000 };
      const found = await statistics.make(sessionsQueries(days, '/platform'), async ({ rows, asOf }) => ({
        rows: await sessionsOf(rows, '/platform'),
        asOf,
      }));
      const reference = new Reference(toReference(records), 'UTC', found.asOf);
      const expected = reference.sessions(first, last, '/platform');
      const total = (rows: readonly { sessions: number }[]) =>
        rows.reduce((sum, { sessions }) => sum + sessions, 0);
      expect(reads).toBeGreaterThan(6);
      expect(total(found.rows)).toBe(900);
      expect(new Map(found.rows.map(({ value, ...row }) => [JSON.parse(value), row]))).toEqual(
        new Map(expected.map(({ value, ...row }) => [value, row])),
      );
      const weeks = await statistics.make(
        playersQueries({ from: days.from - 3_000, to: days.to }, 'week'),
        (sums) => playersOf(sums.rows, days, 'week'),
      );
      expect(weeks).toEqual(reference.players(first, last, 'week'));
      await statistics.stop();
    } finally {
      await t.remove();
    }
  }, 60_000);
}
