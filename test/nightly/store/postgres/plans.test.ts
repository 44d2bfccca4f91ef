// No statement for a player scans a whole table, for any request and any number of players.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SQL } from 'bun';
import { plannerSettings } from '../../../../src/store/postgres/planner-settings.ts';
import { createPostgresDatabase, type TestPostgresDatabase } from '../../../harness/postgres.ts';
import { readEngines } from '../../../statements/engines.ts';

/** Statements that look at one row of a table, or at all rows of a small one; and one of an import, about erased players. */
const mayScan = new RegExp(
  `^(?:${[
    ...[
      'ping',
      'find-sums',
      'check-statistics-state',
      'accept-statistics',
      'find-last-given',
      'forget-erasures',
    ],
    'list-server-keys',
    'delete-server-keys',
    'hand-keys-over',
    'correct-declarations',
    'drop-old-indexes',
    // People and server keys are few.
    'list-people',
    'delete-old-people',
    // Webhooks and the processes that send them are few, and the log of webhooks is bounded.
    'list-webhook-leases',
    'drop-webhook-leases',
    'list-webhook-senders',
    'delete-webhook-senders',
    'forget-webhook-answers',
    // Jobs and the doctor, which look at old events as a whole.
    'list-uncleared-events',
    'note-event-floor',
    'delete-ended-console-sessions',
    'list-sums',
    'list-all-parts',
    'delete-parts',
    'delete-sums-from',
  ].join('|')})$`,
);

const { plain } = readEngines(join(import.meta.dir, '../../../..'));
const statements = plain.filter(({ name, text }) => !mayScan.test(name) && !/^(?:BEGIN|SET) /.test(text));

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

test.each(statements.map(({ name, text }) => [name, text] as const))('%s goes by index', async (_, text) => {
  expect(await scansOf(text)).toEqual([]);
});

test('a statement without a plan by key is detected', async () => {
  expect(await scansOf('SELECT FROM metadata WHERE kept_at > $1::bigint')).toHaveLength(1);
});
