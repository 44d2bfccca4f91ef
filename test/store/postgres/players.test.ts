// Promises about players on PostgreSQL alone: an erasure overtaken by another process between two of its statements, and the
// partitions that a description reads.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { plannerSettings } from '../../../src/store/postgres/planner-settings.ts';
import { describePlayers } from '../../../src/store/postgres/sql/statements.ts';
import { postgres } from '../../harness/engines.ts';
import { untilLockWait } from '../../harness/lock-waits.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';

const day = 24 * 3_600_000;
const going = new AbortController().signal;

let t: TestStore;
let sql: SQL;
beforeEach(async () => {
  t = await openTestStore(postgres);
  sql = new SQL(t.environment.DATABASE_URL ?? '', { max: 1, connection: plannerSettings });
}, 60_000);
afterEach(async () => {
  await sql.close();
  await t.remove();
});

test('an erasure by sequential id does not meet a player who was registered between its statements', async () => {
  const id = await t.register('ann');
  const watch = new SQL(t.environment.DATABASE_URL ?? '', { max: 1 });
  const erased = await sql.begin(async (tx) => {
    await tx`LOCK TABLE players IN ACCESS EXCLUSIVE MODE`;
    // The erasure has found the name by now, and waits for the table.
    const erasing = t.store.players.erase(id);
    await untilLockWait(watch);
    await tx`DELETE FROM players WHERE sequential_id = ${id}`;
    await tx`DELETE FROM metadata WHERE sequential_id = ${id}`;
    await tx`INSERT INTO players (player_id, sequential_id, registered_at) VALUES ('ann', ${id + 1}, 0)`;
    await tx`INSERT INTO metadata (sequential_id, player_id, version) VALUES (${id + 1}, 'ann', 0)`;
    return { erasing };
  });
  expect(await erased.erasing).toBe(false);
  expect(await t.store.players.find('ann')).toBe(id + 1);
  await watch.close();
});

test('a start notes its time, a note before a drop never takes it back, and few partitions are read', async () => {
  await t.store.sessions.deleteOldHistory(400, going);
  const id = await t.register('ann');
  const play = async () => {
    await t.store.sessions.start(id, crypto.randomUUID());
    await t.store.sessions.end(id, 'stopped');
  };
  for (let month = 0; month < 6; month += 1) {
    await play();
    t.clock.advance(30 * day);
    await t.store.sessions.deleteOldHistory(400, going);
  }
  await play();
  await t.store.sessions.deleteOldHistory(60, going);
  const [row] = await sql`SELECT last_seen_at::float8 AS at FROM metadata`;
  expect(row.at).toBe(t.clock.now());
  const prepared = describePlayers.text
    .replaceAll('$1', `'{${id}}'`)
    .replaceAll('$2', 'null')
    .replaceAll('$3', '1');
  const plan = await sql.unsafe(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${prepared}`);
  const lines = plan
    .map((each: Record<string, string>) => each['QUERY PLAN'])
    .filter((line: string) => line.includes('on ended_sessions_'));
  expect(lines.length).toBeGreaterThan(4);
  const read = lines.filter((line: string) => !line.includes('never executed'));
  expect(read.length).toBeLessThanOrEqual(4);
});
