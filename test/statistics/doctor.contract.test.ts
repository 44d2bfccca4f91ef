// The doctor's check of the statistics: sums that the service made have no finding, at any moment of a count or a rebuild, and each
// kind of damage has one.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { examine } from '../harness/doctor.ts';
import { allEngines } from '../harness/engines.ts';
import { type RawDatabase, rawDatabase } from '../harness/raw-database.ts';
import { seed, seeded } from '../harness/seeded.ts';
import { type CountedStore, countInPart, going, lease, openCountedStore, randomRecords } from './imported.ts';

/** Statements, each with the finding that it leads to. */
const damages: readonly (readonly [statement: string, finding: string])[] = [
  [
    'UPDATE ended_sessions SET counted = 7 WHERE sequential_id = 3',
    'ended_sessions 0: 0 sessions have a mark',
  ],
  [
    'UPDATE ended_sessions SET counted = 1 WHERE counted = 0',
    'ended_sessions 0: 50 sessions are marked as counted, and not in the sums',
  ],
  [
    'UPDATE ended_sessions SET started_at = started_at - 60000 WHERE counted = 1 AND sequential_id = 5',
    'ended_sessions 0: 0 milliseconds of counted sessions are not in the sums',
  ],
  ['DELETE FROM statistics_parts', 'sessions are marked as counted, and not in'],
  ["UPDATE statistics_parts SET sums = '{'", 'statistics_parts 0: a part cannot'],
  [
    'INSERT INTO statistics_parts (sums) SELECT sums FROM statistics_parts',
    'statistics_players 0: the sums have 0 more new players than rows',
  ],
  [
    "INSERT INTO statistics_days (kind, day, sums) VALUES ('totals', 20475, '2')",
    'statistics_days 0: 2026-01-22: the sessions by reason are 2 fewer than in all',
  ],
  [
    "INSERT INTO statistics_days (kind, day, sums) VALUES ('lengths', 1, '-1')",
    'statistics_days 0: 1970-01-02: a sum is negative',
  ],
  ['DELETE FROM statistics_players WHERE sequential_id = 4', 'the sums have 0 more new players than rows'],
  [
    "UPDATE statistics_players SET days = '5,-3' WHERE sequential_id = 4",
    'statistics_players 4: the days are no sorted ranges',
  ],
  ['UPDATE statistics_state SET zone = NULL', 'statistics_state 0: there are sums, and no time zone'],
  [
    "UPDATE statistics_state SET zone = 'Middle/Earth'",
    'statistics_state 0: the time zone has no known name',
  ],
  [
    'UPDATE statistics_state SET as_of = NULL',
    'statistics_state 0: published sums and their moment must go together',
  ],
  ['UPDATE statistics_state SET counted = 5, total = 4', 'statistics_state 0: more sessions of the backlog'],
  ['DELETE FROM statistics_state', 'statistics_state 0: the row is missing'],
];

for (const engine of allEngines) {
  describe(`the doctor's look at the statistics on ${engine.name}`, () => {
    let t: CountedStore;
    beforeEach(async () => {
      t = await openCountedStore(engine);
      await t.importSessions(randomRecords(seeded(1), 900, 60));
    });
    afterEach(() => t.remove());
    const look = async () => (await examine(t.environment, t.clock)).findings;

    test(`finds nothing in what the service made, counted in part, merged or rebuilt, from seed ${seed}`, async () => {
      const random = seeded(seed);
      expect(await look()).toEqual([]);
      await t.count();
      expect(await look()).toEqual([]);
      for (let run = 0; run < 8; run += 1) {
        await t.importSessions(randomRecords(random, 1_200, 60));
        const counting = countInPart(t.store, random(2_000));
        const beside = look();
        await counting;
        t.clock.advance(lease);
        expect(await beside).toEqual([]);
        expect(await look()).toEqual([]);
      }
      await t.count();
      // Sessions that ended before March are deleted.
      await t.store.sessions.deleteOldHistory(20, going);
      expect(await look()).toEqual([]);
      await t.inZone('America/New_York', async ({ statistics }) => {
        expect(await statistics.rebuild()).toBe('begun');
        expect(await look()).toEqual([]);
        await statistics.count(going, { publish: 'now' });
        expect(await look()).toEqual([]);
      });
    }, 120_000);

    test('finds each kind of damage', async () => {
      await t.count();
      await t.importSessions(randomRecords(seeded(2), 50, 60));
      const tables = rawDatabase(t.environment);
      const restore = await keep(tables);
      const missed: string[] = [];
      for (const [statement, expected] of damages) {
        await tables.run(statement);
        const findings = (await look()).map((line) =>
          line.replaceAll(/(?<= )\d+(?= (?:sessions have|milli|more new players))/g, '0'),
        );
        if (!findings.some((line) => line.includes(expected)))
          missed.push(`${statement}: ${findings.join(' | ')}`);
        await restore();
      }
      expect(missed).toEqual([]);
      expect(await look()).toEqual([]);
      await tables.close();
    }, 120_000);
  });
}

/** Keeps the rows that a damage changes. @returns what brings them back */
async function keep(tables: RawDatabase): Promise<() => Promise<void>> {
  const parts = ['days', 'parts', 'players', 'state'].map((name) => `statistics_${name}`);
  const names = ['ended_sessions', ...parts];
  for (const name of names) await tables.run(`CREATE TABLE kept_${name} AS SELECT * FROM ${name}`);
  return async () => {
    for (const name of names) {
      const columns = name === 'statistics_parts' ? 'sums' : '*';
      await tables.run(`DELETE FROM ${name}`);
      await tables.run(
        `INSERT INTO ${name} ${columns === '*' ? '' : `(${columns})`} SELECT ${columns} FROM kept_${name}`,
      );
    }
  };
}
