// The sums that versions before 0.3 did not count: they are made of the active days of the players, once, whatever interrupts it.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { BackfillError, stickinessOf, stickinessQueries } from '../../../src/statistics/period-figures.ts';
import type { DerivedKind, SumKind } from '../../../src/store/ports/statistics.ts';
import { decodeDays } from '../../../src/store/shared/statistics-days.ts';
import { countDerived } from '../../../src/store/shared/statistics-periods.ts';
import { addRow, newSums, rowOf, type Sums, toRows } from '../../../src/store/shared/statistics-sums.ts';
import { allEngines } from '../../harness/engines.ts';
import { type RawDatabase, rawDatabase } from '../../harness/raw-database.ts';
import { seed } from '../../harness/seeded.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';
import { expectEqualFigures, pointers, readExact } from '../../statistics/compare.ts';
import {
  importSessions,
  randomOf,
  randomRecords,
  registerPlayers,
  toReference,
} from '../../statistics/imported.ts';

const going = new AbortController().signal;
const beginning = Date.parse('2025-11-20T00:00:00Z');
const zone = 'Europe/Berlin';
const settings = { STATISTICS_TIME_ZONE: zone, STATISTICS_CONTEXT: pointers.join(',') };
const derived: readonly DerivedKind[] = ['year', 'week-cohorts', 'month-cohorts'];
const added: readonly string[] = [...derived, 'backfill'];

/** Takes away the sums that an earlier version does not have. */
async function makeEarlier({ run }: RawDatabase): Promise<void> {
  const names = added.map((kind) => `'${kind}'`).join(', ');
  await run(`DELETE FROM statistics_days WHERE kind IN (${names})`);
  const without = (text: unknown) =>
    JSON.stringify(
      (JSON.parse(String(text)) as [string, number, string][]).filter(([kind]) => !added.includes(kind)),
    );
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  for (const { id, sums } of await run('SELECT part_id AS id, sums FROM statistics_parts'))
    await run(`UPDATE statistics_parts SET sums = ${quoted(without(sums))} WHERE part_id = ${id}`);
  for (const { published } of await run('SELECT published FROM statistics_state WHERE published IS NOT NULL'))
    await run(`UPDATE statistics_state SET published = ${quoted(without(published))}`);
}

for (const engine of allEngines) {
  describe(`sums of an earlier version on ${engine.name}`, () => {
    let t: TestStore;
    let tables: RawDatabase;
    beforeEach(async () => {
      t = await openTestStore(engine, settings);
      t.clock.advance(Date.parse('2026-04-10T12:00:00Z') - t.clock.now());
      await registerPlayers(t);
      tables = rawDatabase(t.environment);
    });
    afterEach(async () => {
      await tables.close();
      await t.remove();
    });
    const count = (signal = going) => t.store.statistics.count(signal, { publish: 'now' });

    test(`get the years, weeks and months of all players, from seed ${seed}`, async () => {
      const records = randomRecords(randomOf(seed), 700, beginning, 130);
      await importSessions(t, records.slice(0, 600));
      await count();
      await makeEarlier(tables);
      // Until then there is no answer, rather than a wrong one.
      const days = { from: Math.floor(beginning / 86_400_000), to: Math.floor(beginning / 86_400_000) + 200 };
      const { asOf, rows } = await readExact(t.store.statistics, stickinessQueries(days, 'year'));
      const figures = stickinessOf(rows, days, 'year', { asOf, zone: { dayOf: () => 0 } });
      expect(figures).rejects.toBeInstanceOf(BackfillError);
      const subject = { store: t.store.statistics, zone, refresh: true };
      await expectEqualFigures(subject, toReference(records.slice(0, 600)));
      await importSessions(t, records);
      await expectEqualFigures(subject, toReference(records));
    }, 120_000);

    test(`stay right when a rebuild comes first, from seed ${seed}`, async () => {
      const records = randomRecords(randomOf(seed), 500, beginning, 130);
      await importSessions(t, records);
      await count();
      // Sessions that ended before March are deleted, so their days stay as they were counted.
      await t.store.sessions.deleteOldHistory(40, going);
      await makeEarlier(tables);
      expect(await t.store.statistics.rebuild()).toBe('begun');
      await expectEqualFigures({ store: t.store.statistics, zone, refresh: true }, toReference(records));
    }, 120_000);

    test(`are made player by player, also when that is aborted at any moment, from seed ${seed}`, async () => {
      const random = randomOf(seed);
      await importSessions(t, randomRecords(random, 20, beginning, 60));
      await count();
      await makeEarlier(tables);
      const texts = Array.from(
        { length: 6_000 },
        () => `${20_000 + random(400)}+${random(50)},${random(300)}`,
      );
      for (let start = 0; start < texts.length; start += 1_000) {
        const rows = texts
          .slice(start, start + 1_000)
          .map((text, index) => `(${1_000 + start + index}, '${text}')`);
        await tables.run(`INSERT INTO statistics_players (sequential_id, days) VALUES ${rows.join(', ')}`);
      }
      for (let run = 0; run < 12; run += 1) {
        const abort = new AbortController();
        const counting = count(abort.signal);
        await Bun.sleep(random(15));
        abort.abort();
        await counting.catch(() => undefined);
        t.clock.advance(31_000);
      }
      await count();
      const expected = newSums();
      for (const { days } of await tables.run('SELECT days FROM statistics_players'))
        countDerived(expected, [], decodeDays(String(days)));
      expect(await storedSums(derived)).toEqual(byKey(expected));
    }, 120_000);

    async function storedSums(kinds: readonly SumKind[]): Promise<readonly string[]> {
      const sums = newSums();
      const queries = kinds.map((kind) => ({ kind, from: 0, to: 30_000 }));
      for (const row of (await readExact(t.store.statistics, queries)).rows) addRow(sums, row);
      return byKey(sums);
    }
  });
}

const byKey = (sums: Sums): readonly string[] =>
  toRows(sums)
    .map(({ kind, day }) => `${kind} ${day} ${rowOf(sums, kind, day).text}`)
    .sort();
