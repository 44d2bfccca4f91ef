// Every statement of a search goes by index, on both engines, and on PostgreSQL whatever its statistics say.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { plannerSettings } from '../../../src/store/postgres/planner-settings.ts';
import * as statements from '../../../src/store/postgres/sql/statements.ts';
import { searchStatements } from '../../../src/store/sqlite/search.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';

/** The index that serves each set, on PostgreSQL. */
const indexOf = {
  value: 'metadata_index_entries_value',
  values: 'metadata_index_entries_value',
  names: 'players_pkey',
  online: 'active_sessions_pkey',
  suspended: 'metadata_suspended',
  all: 'metadata_pkey',
} as const;
/** Of each partition for ended sessions. */
const sortedBy = [
  ['search-folded-names', /^metadata_name_grams$/],
  ['list-newest-players', /^metadata_pkey$/],
  ['list-last-ended', /ended_at/],
  ['list-highest-values', /^metadata_index_entries_value$/],
] as const;
const sets = Object.keys(indexOf) as (keyof typeof indexOf)[];

const texts = new Map(
  Object.values(statements).flatMap((statement) =>
    'text' in statement ? [[statement.name, statement.text]] : [],
  ),
);
const textOf = (name: string): string => texts.get(name) ?? `there is no statement ${name}`;

describe('on postgres', () => {
  let t: TestStore;
  let sql: SQL;
  beforeAll(async () => {
    t = await openTestStore(postgres);
    sql = new SQL(t.environment.DATABASE_URL ?? '', { max: 1, connection: plannerSettings });
  });
  afterAll(async () => {
    await sql.close();
    await t.remove();
  });

  const planOf = async (statement: string): Promise<string> => {
    const plan: { 'QUERY PLAN': string }[] = await sql.unsafe(`EXPLAIN (GENERIC_PLAN) ${statement}`);
    return plan.map((row) => row['QUERY PLAN']).join('\n');
  };
  /** The indexes that a plan reads. */
  const indexesOf = (plan: string): string[] => [
    ...new Set(
      [...plan.matchAll(/Index (?:Only )?Scan(?: Backward)? (?:using|on) (\w+)/g)].map(
        ([, name]) => name ?? '',
      ),
    ),
  ];

  async function expectPlans(): Promise<void> {
    for (const set of sets) {
      for (const statement of [textOf(`search-${set}`), textOf(`count-${set}`)]) {
        const plan = await planOf(statement);
        expect([set, indexesOf(plan), plan.includes('Seq Scan')]).toEqual([set, [indexOf[set]], false]);
        // Its rows come in order, so a limit ends the scan.
        expect([set, plan.includes('Sort')]).toEqual([set, false]);
      }
    }
    for (const set of ['values', 'names'] as const) {
      const plan = await planOf(textOf(`collect-${set}`));
      expect([set, indexesOf(plan), plan.includes('Seq Scan')]).toEqual([set, [indexOf[set]], false]);
    }
    for (const [name, index] of sortedBy) {
      const sorted = await planOf(textOf(name));
      expect([name, indexesOf(sorted).every((each) => index.test(each))]).toEqual([name, true]);
      // A scan of all, and a sort of all before the first row, would grow with the players. Names are sorted in one block of ids.
      const sorts = name === 'search-folded-names' ? 1 : 0;
      const found = ['Seq Scan', 'Sort  (cost'].map((step) => sorted.split(step).length - 1);
      expect([name, ...found]).toEqual([name, 0, sorts]);
    }
    const plan = await planOf(textOf('filter-by-values'));
    expect([indexesOf(plan), plan.includes('Seq Scan')]).toEqual([['metadata_index_entries_pkey'], false]);
    // Both parts of the key are looked up, so no other entry of a player or of an index is read.
    expect(plan).toMatch(/Index Cond: .*sequential_id = ANY .*index_id = ANY /);
  }

  test('sets and filters go by index in an empty database', expectPlans);

  test('and in one with many players, before and after its statistics were made', async () => {
    await sql.unsafe(
      `INSERT INTO metadata (sequential_id, player_id, text, version, suspended_until)
       SELECT n, n, '{}', 1, CASE WHEN n % 1000 = 0 THEN 1 END FROM generate_series(1, 20000) AS n`,
    );
    await sql.unsafe(`INSERT INTO players SELECT n, n, 1 FROM generate_series(1, 20000) AS n`);
    await sql.unsafe(
      `INSERT INTO active_sessions SELECT n, gen_random_uuid(), 1, 1 FROM generate_series(1, 20000, 3) AS n`,
    );
    await sql.unsafe(
      `INSERT INTO metadata_index_entries SELECT n, i, decode('01', 'hex')
       FROM generate_series(1, 20000) AS n CROSS JOIN generate_series(1, 2) AS i`,
    );
    await expectPlans();
    await sql.unsafe('ANALYZE');
    await expectPlans();
  });

  test('a statement without an index is detected', async () => {
    expect(await planOf('SELECT FROM metadata WHERE kept_at > $1::bigint')).toContain('Seq Scan');
  });
});

describe('on sqlite', () => {
  let t: TestStore;
  let db: Database;
  beforeAll(async () => {
    t = await openTestStore(sqlite);
    db = new Database((t.environment.DATABASE_URL ?? '').slice('sqlite:'.length));
  });
  afterAll(async () => {
    db.close();
    await t.remove();
  });

  const planOf = (statement: string): string[] =>
    db
      .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${statement}`)
      .all()
      .map(({ detail }) => detail);
  /** Reads of a whole table, and sorts. Reading the rows of a subquery, which has a limit, is neither. */
  const wholeReads = (statement: string): string[] =>
    planOf(statement).filter(
      (line) =>
        (/^SCAN (?!\(subquery|SUBQUERY)/i.test(line) &&
          // A full-text index reads what matches, in the order of the rows.
          !/USING (?:COVERING )?INDEX metadata_suspended|VIRTUAL TABLE INDEX \d+:M/.test(line)) ||
        // A set that no index gives in order is sorted, once it is known to be small.
        (line.includes('TEMP B-TREE') && !statement.startsWith('SELECT id FROM (')),
    );

  test.each([...searchStatements])('%s goes by index', (statement) => {
    expect(wholeReads(statement)).toEqual([]);
  });

  test('an entry is found by the key of the player and the index', () => {
    const [find = ''] = searchStatements.slice(-1);
    expect(planOf(find)).toEqual([expect.stringMatching(/PRIMARY KEY \(sequential_id=\? AND index_id=\?\)/)]);
  });

  test('a statement without an index is detected', () => {
    expect(wholeReads('SELECT 1 FROM metadata WHERE kept_at > ?1')).toHaveLength(1);
  });
});
