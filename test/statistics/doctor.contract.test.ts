// The doctor's check of the statistics: sums that the service made have no finding, at any moment of a count or a rebuild, and each
// kind of damage has one.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { examine } from '../harness/doctor.ts';
import { allEngines } from '../harness/engines.ts';
import { type RawDatabase, rawDatabase } from '../harness/raw-database.ts';
import { seed } from '../harness/seeded.ts';
import { openStoreOn, openTestStore, type TestStore } from '../harness/store.ts';
import { pointers } from './compare.ts';
import { importSessions, randomOf, randomRecords, registerPlayers } from './imported.ts';

const going = new AbortController().signal;
const beginning = Date.parse('2026-01-20T00:00:00Z');
const settings = { STATISTICS_TIME_ZONE: 'Europe/Berlin', STATISTICS_CONTEXT: pointers.join(',') };

for (const engine of allEngines) {
  describe(`the doctor's look at the statistics on ${engine.name}`, () => {
    let t: TestStore;
    let tables: RawDatabase;
    beforeEach(async () => {
      t = await openTestStore(engine, settings);
      t.clock.advance(Date.parse('2026-04-10T12:00:00Z') - t.clock.now());
      await registerPlayers(t);
      await importSessions(t, randomRecords(randomOf(1), 900, beginning, 60));
      tables = rawDatabase(t.environment);
    });
    afterEach(async () => {
      await tables.close();
      await t.remove();
    });
    const look = async () => (await examine(t.environment, t.clock)).findings;
    const count = () => t.store.statistics.count(going, { publish: 'now' });

    test(`finds nothing in what the service made, counted in part, merged or rebuilt, from seed ${seed}`, async () => {
      const random = randomOf(seed);
      expect(await look()).toEqual([]);
      await count();
      expect(await look()).toEqual([]);
      for (let run = 0; run < 8; run += 1) {
        await importSessions(t, randomRecords(random, 1_200, beginning, 60));
        const abort = new AbortController();
        const counting = t.store.statistics.count(abort.signal, { publish: 'no' });
        const beside = look();
        await Bun.sleep(random(20));
        abort.abort();
        await counting.catch(() => undefined);
        t.clock.advance(31_000);
        expect(await beside).toEqual([]);
        expect(await look()).toEqual([]);
      }
      await count();
      // Sessions that ended before March are deleted.
      await t.store.sessions.deleteOldHistory(20, going);
      expect(await look()).toEqual([]);
      const zone = { STATISTICS_TIME_ZONE: 'America/New_York' };
      const moved = await openStoreOn({ ...t.environment, ...settings, ...zone }, t.clock);
      try {
        expect(await moved.statistics.rebuild()).toBe('begun');
        expect(await look()).toEqual([]);
        await moved.statistics.count(going, { publish: 'now' });
        expect(await look()).toEqual([]);
      } finally {
        await moved.close();
      }
    }, 120_000);

    const damages: readonly (readonly [name: string, statement: string, finding: string])[] = [
      [
        'a mark out of range',
        'UPDATE ended_sessions SET counted = 7 WHERE sequential_id = 3',
        'ended_sessions 0: 0 sessions have a mark',
      ],
      [
        'sessions that were marked and not added',
        'UPDATE ended_sessions SET counted = 1 WHERE counted = 0',
        'ended_sessions 0: 50 sessions are marked as counted, and not in the sums',
      ],
      [
        'a length that changed',
        'UPDATE ended_sessions SET started_at = started_at - 60000 WHERE counted = 1 AND sequential_id = 5',
        'ended_sessions 0: 0 milliseconds of counted sessions are not in the sums',
      ],
      ['a part that is gone', 'DELETE FROM statistics_parts', 'sessions are marked as counted, and not in'],
      [
        'a part that is broken',
        "UPDATE statistics_parts SET sums = '{'",
        'statistics_parts 0: a part cannot',
      ],
      [
        'a part that was added twice',
        'INSERT INTO statistics_parts (sums) SELECT sums FROM statistics_parts',
        'statistics_players 0: the sums have 0 more new players than rows',
      ],
      [
        'sums that disagree',
        `INSERT INTO statistics_days (kind, day, sums) VALUES ('totals', 20475, '2')`,
        'statistics_days 0: 2026-01-22: the sessions by reason are 2 fewer than in all',
      ],
      [
        'a negative sum',
        `INSERT INTO statistics_days (kind, day, sums) VALUES ('lengths', 1, '-1')`,
        'statistics_days 0: 1970-01-02: a sum is negative',
      ],
      [
        'a player who is gone',
        'DELETE FROM statistics_players WHERE sequential_id = 4',
        'the sums have 0 more new players than rows',
      ],
      [
        'days that are no ranges',
        "UPDATE statistics_players SET days = '5,-3' WHERE sequential_id = 4",
        'statistics_players 4: the days are no sorted ranges',
      ],
      [
        'sums without a zone',
        'UPDATE statistics_state SET zone = NULL',
        'statistics_state 0: there are sums, and no time zone',
      ],
      [
        'an unknown zone',
        "UPDATE statistics_state SET zone = 'Middle/Earth'",
        'statistics_state 0: the time zone has no known name',
      ],
      [
        'published sums without a moment',
        'UPDATE statistics_state SET as_of = NULL',
        'statistics_state 0: published sums and their moment must go together',
      ],
      [
        'a backlog counted beyond its end',
        'UPDATE statistics_state SET counted = 5, total = 4',
        'statistics_state 0: more sessions of the backlog',
      ],
      ['no state', 'DELETE FROM statistics_state', 'statistics_state 0: the row is missing'],
    ];
    test('finds each kind of damage', async () => {
      await count();
      await importSessions(t, randomRecords(randomOf(2), 50, beginning, 60));
      const found: string[] = [];
      for (const [name, statement, expected] of damages) {
        const state = await snapshotOf(tables);
        await tables.run(statement);
        const findings = (await look()).map((line) =>
          line.replaceAll(/(?<= )\d+(?= (?:sessions have|milli|more new players))/g, '0'),
        );
        if (!findings.some((line) => line.includes(expected))) found.push(`${name}: ${findings.join(' | ')}`);
        await state.restore();
        if (name === 'no state') expect(await look()).toEqual([]);
      }
      expect(found).toEqual([]);
    }, 120_000);
  });
}

/** The rows that a damage changes, and how they come back. */
async function snapshotOf(tables: RawDatabase): Promise<{ restore(): Promise<void> }> {
  const names = [
    'ended_sessions',
    'statistics_days',
    'statistics_parts',
    'statistics_players',
    'statistics_state',
  ];
  for (const name of names) {
    await tables.run(`DROP TABLE IF EXISTS kept_${name}`);
    await tables.run(`CREATE TABLE kept_${name} AS SELECT * FROM ${name}`);
  }
  return {
    async restore() {
      for (const name of names) {
        await tables.run(`DELETE FROM ${name}`);
        const columns = name === 'statistics_parts' ? ['sums'] : undefined;
        const list = columns ? `(${columns.join(', ')})` : '';
        await tables.run(
          `INSERT INTO ${name} ${list} SELECT ${columns?.join(', ') ?? '*'} FROM kept_${name}`,
        );
        await tables.run(`DROP TABLE kept_${name}`);
      }
    },
  };
}
