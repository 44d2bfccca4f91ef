// The doctor on PostgreSQL reads each row by key: no step scans a table, however many players there are.
import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { examine } from '../../harness/doctor.ts';
import { postgres } from '../../harness/engines.ts';
import { openTestStore } from '../../harness/store.ts';
import { until } from '../../harness/until.ts';

const players = 5_000;

test('scans no table', async () => {
  const t = await openTestStore(postgres);
  const sql = new SQL(t.environment.DATABASE_URL ?? '', { max: 1, prepare: false });
  await sql.unsafe(
    `INSERT INTO players (player_id, sequential_id, registered_at) SELECT 'player ' || n, n, 1 FROM generate_series(1, ${players}) AS n`,
  );
  await sql.unsafe(
    `INSERT INTO metadata (sequential_id, player_id, text, version, by_server, written_key_id, written_at)
     SELECT n, 'player ' || n, '{"level":1}', 1, true, 'environment', 1 FROM generate_series(1, ${players}) AS n`,
  );
  await sql.unsafe(
    `INSERT INTO audit_entries SELECT n, 1, gen_random_uuid(), 'environment', 'k', 'metadata.set', '{"version":1}', NULL
     FROM generate_series(1, ${players}) AS n`,
  );
  expect(await examine(t.environment, t.clock)).toEqual({ players, toBeMended: 0, findings: [] });
  // A connection reports its counts when it ends.
  const counts = () =>
    sql.unsafe(
      `SELECT relname, seq_tup_read::float8 AS scanned, idx_tup_fetch::float8 AS found FROM pg_stat_user_tables
       WHERE relname IN ('players', 'metadata', 'audit_entries') ORDER BY relname`,
    );
  const isReported = async () => (await counts()).every(({ found }: { found: number }) => found >= players);
  await until(isReported);
  expect(
    (await counts()).map(({ relname, scanned }: { relname: string; scanned: number }) => [relname, scanned]),
  ).toEqual([
    ['audit_entries', 0],
    ['metadata', 0],
    ['players', 0],
  ]);
  await sql.close();
  await t.remove();
}, 60_000);
