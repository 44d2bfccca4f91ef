// Promises of the store on PostgreSQL alone: an erasure overtaken by another process between two of its statements, what waits for
// no lock, what runs again, and the rows that are read.
import { beforeEach, expect, test } from 'bun:test';
import type { SQL } from 'bun';
import { personIdOf } from '../../../src/auth/staff/people.ts';
import { newKeyId } from '../../../src/lib/ids.ts';
import { keyDigest } from '../../../src/lib/key-text.ts';
import { lockKeys } from '../../../src/store/postgres/advisory-locks.ts';
import { plannerSettings } from '../../../src/store/postgres/planner-settings.ts';
import { describePlayers } from '../../../src/store/postgres/sql/statements.ts';
import { useStore } from '../../harness/describe-stores.ts';
import { examine } from '../../harness/doctor.ts';
import { postgres } from '../../harness/engines.ts';
import { untilLockWait } from '../../harness/lock-waits.ts';
import { until } from '../../harness/until.ts';

const day = 24 * 3_600_000;
const going = new AbortController().signal;

const t = useStore(postgres);
let sql: SQL;
beforeEach(() => {
  sql = t.connect({ connection: plannerSettings });
});

test('an erasure by sequential id does not meet a player who was registered between its statements', async () => {
  const id = await t.register('ann');
  const watch = t.connect();
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

test('a person who signs in first waits for no import and no declaration', async () => {
  const [issuer, subject] = ['https://login.example/', 'mira'];
  const person = { personId: personIdOf(issuer, subject), issuer, subject, mail: null };
  expect(new Set(Object.values(lockKeys)).size).toBe(Object.values(lockKeys).length);
  await sql.begin(async (other) => {
    await other`SELECT pg_advisory_xact_lock_shared(${lockKeys.declarations}::bigint)`;
    expect(await t.store.people.confirm({ ...person, scopes: ['players:read'] })).toBe('confirmed');
  });
});

test('a creation of a server key that runs again after an unknown outcome finds its key, with one entry', async () => {
  const author = { keyId: null, keyName: 'command line', requestId: null };
  const key = { keyId: newKeyId(t.clock), digest: keyDigest('x'), name: 'x', expiresInSeconds: 60 };
  const create = () =>
    t.store.serverKeys.create({ ...key, scopes: ['players:read'] }, { author, action: 'key.create' });
  const first = await create();
  t.clock.advance(1_000);
  expect(await create()).toEqual(first);
  expect((await t.store.audit.list({}, 10)).entries).toHaveLength(1);
});

test('the doctor scans no table, however many players there are', async () => {
  const players = 5_000;
  const series = `generate_series(1, ${players}) AS n`;
  await sql.unsafe(
    `INSERT INTO players (player_id, sequential_id, registered_at) SELECT 'player ' || n, n, 1 FROM ${series}`,
  );
  await sql.unsafe(
    `INSERT INTO metadata (sequential_id, player_id, text, version, by_server, written_key_id, written_at)
     SELECT n, 'player ' || n, '{"level":1}', 1, true, 'environment', 1 FROM ${series}`,
  );
  await sql.unsafe(
    `INSERT INTO audit_entries SELECT n, 1, gen_random_uuid(), 'environment', 'k', 'metadata.set', '{"version":1}', NULL
     FROM ${series}`,
  );
  expect(await examine(t.environment, t.clock)).toEqual({ players, toBeMended: 0, findings: [] });
  const counts = (): Promise<{ name: string; scanned: number; found: number }[]> =>
    sql.unsafe(
      `SELECT relname AS name, seq_tup_read::float8 AS scanned, idx_tup_fetch::float8 AS found FROM pg_stat_user_tables
       WHERE relname IN ('players', 'metadata', 'audit_entries') ORDER BY relname`,
    );
  // A connection reports its counts when it ends.
  await until(async () => (await counts()).every(({ found }) => found >= players));
  expect((await counts()).map(({ name, scanned }) => [name, scanned])).toEqual([
    ['audit_entries', 0],
    ['metadata', 0],
    ['players', 0],
  ]);
});
