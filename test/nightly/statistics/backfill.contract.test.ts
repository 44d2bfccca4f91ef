// The sums that versions before 0.3 did not count: they are made of the active days of the players, once, whatever interrupts it.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { BackfillError, stickinessOf, stickinessQueries } from '../../../src/statistics/period-figures.ts';
import type { DerivedKind } from '../../../src/store/ports/statistics.ts';
import { decodeDays } from '../../../src/store/shared/statistics-days.ts';
import { countDerived } from '../../../src/store/shared/statistics-periods.ts';
import { addRow, newSums, rowOf, type Sums, toRows } from '../../../src/store/shared/statistics-sums.ts';
import { allEngines } from '../../harness/engines.ts';
import { type RawDatabase, rawDatabase } from '../../harness/raw-database.ts';
import { seed, seeded } from '../../harness/seeded.ts';
import { readExact } from '../../statistics/compare.ts';
import {
  type CountedStore,
  countInPart,
  going,
  lease,
  openCountedStore,
  randomRecords,
} from '../../statistics/imported.ts';

const beginning = Date.parse('2025-11-20T00:00:00Z');
const derived: readonly DerivedKind[] = ['year', 'week-cohorts', 'month-cohorts'];
const added: readonly string[] = [...derived, 'backfill'];

/** Takes away the sums that an earlier version does not have. */
async function makeEarlier({ run }: RawDatabase): Promise<void> {
  const names = added.map((kind) => `'${kind}'`).join(', ');
  await run(`DELETE FROM statistics_days WHERE kind IN (${names})`);
  const without = (text: unknown) => {
    const rows = JSON.parse(String(text)) as [string, number, string][];
    return `'${JSON.stringify(rows.filter(([kind]) => !added.includes(kind))).replaceAll("'", "''")}'`;
  };
  for (const { id, sums } of await run('SELECT part_id AS id, sums FROM statistics_parts'))
    await run(`UPDATE statistics_parts SET sums = ${without(sums)} WHERE part_id = ${id}`);
  for (const { published } of await run('SELECT published FROM statistics_state WHERE published IS NOT NULL'))
    await run(`UPDATE statistics_state SET published = ${without(published)}`);
}

for (const engine of allEngines) {
  describe(`sums of an earlier version on ${engine.name}`, () => {
    let t: CountedStore;
    let tables: RawDatabase;
    beforeEach(async () => {
      t = await openCountedStore(engine);
      tables = rawDatabase(t.environment);
    });
    afterEach(async () => {
      await tables.close();
      await t.remove();
    });

    test(`get the years, weeks and months of all players, from seed ${seed}`, async () => {
      const records = randomRecords(seeded(seed), 700, 130, beginning);
      await t.importSessions(records.slice(0, 600));
      await t.count();
      await makeEarlier(tables);
      // Until then there is no answer, rather than a wrong one.
      const from = Math.floor(beginning / 86_400_000);
      const days = { from, to: from + 200 };
      const { asOf, rows } = await readExact(t.store.statistics, stickinessQueries(days, 'year'));
      const figures = stickinessOf(rows, days, 'year', { asOf, zone: { dayOf: () => 0 } });
      expect(figures).rejects.toBeInstanceOf(BackfillError);
      await t.expectFigures(records.slice(0, 600));
      await t.importSessions(records);
      await t.expectFigures(records);
    }, 120_000);

    test(`stay right when a rebuild comes first, from seed ${seed}`, async () => {
      const records = randomRecords(seeded(seed), 500, 130, beginning);
      await t.importSessions(records);
      await t.count();
      // Sessions that ended before March are deleted, so their days stay as they were counted.
      await t.store.sessions.deleteOldHistory(40, going);
      await makeEarlier(tables);
      expect(await t.store.statistics.rebuild()).toBe('begun');
      await t.expectFigures(records);
    }, 120_000);

    test(`are made player by player, also when that is aborted at any moment, from seed ${seed}`, async () => {
      const random = seeded(seed);
      await t.importSessions(randomRecords(random, 20, 60));
      await t.count();
      await makeEarlier(tables);
      for (let start = 1_000; start < 7_000; start += 1_000) {
        const rows = Array.from({ length: 1_000 }, (_, index) => {
          const text = `${20_000 + random(400)}+${random(50)},${random(300)}`;
          return `(${start + index}, '${text}')`;
        });
        await tables.run(`INSERT INTO statistics_players (sequential_id, days) VALUES ${rows.join(', ')}`);
      }
      for (let run = 0; run < 12; run += 1) {
        await countInPart(t.store, random(2_000), 'now');
        t.clock.advance(lease);
      }
      await t.count();
      const expected = newSums();
      for (const { days } of await tables.run('SELECT days FROM statistics_players'))
        countDerived(expected, [], decodeDays(String(days)));
      const stored = newSums();
      const queries = derived.map((kind) => ({ kind, from: 0, to: 30_000 }));
      for (const row of (await readExact(t.store.statistics, queries)).rows) addRow(stored, row);
      expect(byKey(stored)).toEqual(byKey(expected));
    }, 120_000);
  });
}

const byKey = (sums: Sums): readonly string[] =>
  toRows(sums)
    .map(({ kind, day }) => `${kind} ${day} ${rowOf(sums, kind, day).text}`)
    .sort();
