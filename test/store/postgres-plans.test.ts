// No statement for a player scans a whole table, for any request and any number of players.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { plannerSettings } from '../../src/store/postgres/planner-settings.ts';
import { createPostgresDatabase, type TestPostgresDatabase } from '../harness/postgres.ts';

const directory = join(import.meta.dir, '../../src/store/postgres/sql');
let database: TestPostgresDatabase;
let sql: SQL;
beforeAll(async () => {
  database = await createPostgresDatabase();
  sql = new SQL(database.url, { max: 1, connection: plannerSettings });
});
afterAll(async () => {
  await sql.close();
  await database.drop();
});

const scansOf = async (statement: string): Promise<string[]> => {
  const plan: { 'QUERY PLAN': string }[] = await sql.unsafe(`EXPLAIN (GENERIC_PLAN) ${statement}`);
  return plan.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Seq Scan'));
};

test.each(readdirSync(directory).sort())('%s goes by index', async (file) => {
  expect(await scansOf(readFileSync(join(directory, file), 'utf8'))).toEqual([]);
});

test('a statement without a plan by key is detected', async () => {
  expect(await scansOf('SELECT FROM metadata WHERE kept_at > $1::bigint')).toHaveLength(1);
});
