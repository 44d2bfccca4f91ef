// A database that is distributed already: a migration distributes its new tables and deletes rows that stayed behind, and the doctor
// and the start tell of what an operator should change. Needs the cluster that TEST_CITUS_URL names.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { openStore } from '../../../../src/app.ts';
import type { Log } from '../../../../src/lib/log.ts';
import { distributeTables } from '../../../../src/store/postgres/citus/distribute.ts';
import {
  distributedTables,
  listLocalRests,
  listLocalTables,
} from '../../../../src/store/postgres/citus/tables.ts';
import { queriesOf } from '../../../../src/store/postgres/executor.ts';
import { migrate } from '../../../../src/store/postgres/migrate.ts';
import { migrations } from '../../../../src/store/postgres/migrations.ts';
import { statementsOf } from '../../../../src/store/shared/migration-effects.ts';
import { newestSchema, oldestSchema } from '../../../../src/store/shared/migration-numbers.ts';
import { citusUrl, createCitusDatabase, distributeDatabase } from '../../../harness/citus.ts';
import { manualClock } from '../../../harness/clock.ts';
import { examine } from '../../../harness/doctor.ts';
import { testConfig } from '../../../harness/service.ts';
import { openStoreOn } from '../../../harness/store.ts';

const newest = newestSchema(migrations);

describe.skipIf(citusUrl === undefined)('a database on Citus', () => {
  let url: string;
  let drop: () => Promise<void>;
  let sql: SQL;

  const localNames = async (): Promise<readonly string[]> =>
    (await listLocalTables(queriesOf(sql))).map(({ name }) => name);
  const restNames = async (): Promise<readonly string[]> =>
    (await listLocalRests(queriesOf(sql))).map(({ name }) => name);
  const findings = async (): Promise<readonly string[]> =>
    (await examine({ DATABASE_URL: url }, manualClock())).findings;

  /** Brings an empty database to an older schema, and distributes the tables that it has. */
  async function distributeAt(schema: number, shards?: number, fill?: () => Promise<unknown>): Promise<void> {
    await sql.begin(async (transaction) => {
      await transaction.unsafe('CREATE TABLE playkeep_schema (version int NOT NULL)');
      await transaction.unsafe('INSERT INTO playkeep_schema (version) VALUES ($1::int)', [schema]);
      for (const { number, sql: migration } of migrations)
        if (number <= schema)
          for (const statement of statementsOf(migration)) await transaction.unsafe(statement);
    });
    await fill?.();
    await sql.begin(async (transaction) => {
      await distributeTables(transaction, await listLocalTables(queriesOf(transaction)), { shards });
    });
  }

  beforeEach(async () => {
    ({ url, drop } = await createCitusDatabase({ migrated: false }));
    sql = new SQL(url, { max: 1, prepare: false });
  });

  afterEach(async () => {
    await sql.close();
    await drop();
  });

  test('is refused where events are to be told', async () => {
    await distributeDatabase(url);
    const open = openStoreOn({ DATABASE_URL: url, EVENTS: 'players' }, manualClock());
    await expect(open).rejects.toThrow('EVENTS is not supported on Citus, because');
  });

  test('is refused with fewer connections than an erasure needs', async () => {
    await distributeDatabase(url);
    const open = (size: string) =>
      openStoreOn({ DATABASE_URL: url, DATABASE_POOL_SIZE: size }, manualClock());
    await expect(open('1')).rejects.toThrow(
      'this process has 1 of DATABASE_POOL_SIZE, and on Citus an erasure needs 2',
    );
    await (await open('2')).close();
  });

  test.each([oldestSchema(migrations), newest - 1])(
    'is migrated from schema %d, and its new tables are distributed',
    async (schema) => {
      await distributeAt(schema);
      const before: { name: string }[] = await sql.unsafe(
        `SELECT table_name::text AS name FROM citus_tables WHERE table_name::text !~ '^ended_sessions_'`,
      );
      expect(before.length).toBeLessThanOrEqual(distributedTables.length);
      expect(await migrate(sql)).toEqual(Array.from({ length: newest - schema }, (_, n) => schema + n + 1));
      expect(await localNames()).toEqual([]);
      const shards: { name: string; count: number }[] = await sql.unsafe(
        `SELECT table_name::text AS name, shard_count::int AS count FROM citus_tables`,
      );
      expect(shards.length).toBeGreaterThanOrEqual(distributedTables.length);
      expect(new Set(shards.map(({ count }) => count)).size).toBe(1);
      const store = await openStoreOn({ DATABASE_URL: url }, manualClock());
      const id = Number(await store.players.register('ann'));
      await store.metadata.save(id, '{"level":1}');
      await store.sessions.start(id, Bun.randomUUIDv7());
      await store.sessions.end(id, 'stopped');
      await store.close();
      expect(await findings()).toEqual([]);
    },
    60_000,
  );

  test('keeps no row on the coordinator after a migration, and the doctor finds those from before', async () => {
    await distributeAt(newest, undefined, async () => {
      await sql.unsafe("INSERT INTO players (player_id, registered_at) VALUES ('ann', 1), ('bob', 1)");
      await sql.unsafe(
        `INSERT INTO metadata (sequential_id, player_id, text, version) SELECT sequential_id, player_id, '{}', 1 FROM players`,
      );
      await sql.unsafe(
        `INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason)
         SELECT sequential_id, 5, gen_random_uuid(), 1, 'stopped' FROM players`,
      );
    });
    expect(await restNames()).toEqual(['ended_sessions_other', 'metadata', 'players']);
    expect((await findings()).map((line) => line.replace(/\d+ bytes/, 'bytes'))).toEqual(
      ['ended_sessions_other', 'metadata', 'players'].map(
        (name) =>
          `citus 0: bytes of ${name} from before the distribution are on the coordinator's disk, where erasures do not reach ` +
          'them; run playkeep migrate',
      ),
    );
    expect(await migrate(sql)).toEqual([]);
    expect(await restNames()).toEqual([]);
    expect(await findings()).toEqual([]);
    const rows = await sql.unsafe('SELECT player_id FROM metadata ORDER BY player_id');
    expect(rows.map((row: { player_id: string }) => row.player_id)).toEqual(['ann', 'bob']);
  }, 60_000);

  test('is reported where a table is not distributed or shards are many, by the doctor and at the start', async () => {
    const [{ workers }] = await sql.unsafe(
      `SELECT count(*)::int AS workers FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards`,
    );
    await distributeAt(newest, 4 * workers + 1);
    await sql.unsafe(`SELECT undistribute_table('audit_entries')`);
    const problems = [
      `there are ${4 * workers + 1} shards on ${workers} workers: above 4 on each, batches are small and slow`,
      'the table audit_entries is not distributed; run playkeep migrate',
    ];
    expect(await findings()).toEqual(problems.map((problem) => `citus 0: ${problem}`));
    expect(await warningsAtStart({ MIGRATE_ON_START: 'false' })).toEqual(problems);
    expect(await warningsAtStart({})).toEqual(problems.slice(0, 1));
  }, 60_000);

  test('has no unlogged table, since its shards could not move', async () => {
    await distributeAt(newest);
    const unlogged = `SELECT relname FROM pg_class WHERE relpersistence = 'u' AND relname LIKE 'rate_limits%'`;
    expect(await sql.unsafe(unlogged)).toHaveLength(0);
    expect(await findings()).toEqual([]);
    await sql.unsafe('ALTER TABLE rate_limits SET UNLOGGED');
    const problem =
      'the table rate_limits is unlogged, so no shard can move to another worker; run playkeep migrate';
    expect(await findings()).toEqual([`citus 0: ${problem}`]);
    expect(await migrate(sql)).toEqual([]);
    expect(await findings()).toEqual([]);
    const [shard] = await sql.unsafe(
      `SELECT shardid, nodename, nodeport FROM citus_shards WHERE table_name = 'rate_limits'::regclass ORDER BY 1 LIMIT 1`,
    );
    const [other] = await sql.unsafe(
      `SELECT nodename, nodeport FROM pg_dist_node WHERE noderole = 'primary' AND shouldhaveshards AND nodeport <> $1 LIMIT 1`,
      [shard.nodeport],
    );
    await sql.unsafe(
      `SELECT citus_move_shard_placement($1::bigint, $2::text, $3::int, $4::text, $5::int, 'force_logical')`,
      [shard.shardid, ...[shard.nodename, shard.nodeport, other.nodename, other.nodeport]],
    );
    const [moved] = await sql.unsafe('SELECT nodeport FROM citus_shards WHERE shardid = $1::bigint', [
      shard.shardid,
    ]);
    expect(moved.nodeport).toBe(other.nodeport);
  }, 60_000);

  test('brings back the digests of erased players that an earlier version distributed', async () => {
    await distributeAt(newest);
    const store = await openStoreOn({ DATABASE_URL: url }, manualClock());
    for (const name of ['ann', 'bob']) await store.players.register(name);
    await store.players.erase('ann');
    await sql.unsafe(
      `SELECT create_distributed_table('erased_players', 'player_digest', colocate_with => 'players')`,
    );
    await sql.unsafe(`SELECT truncate_local_data_after_distributing_table('erased_players')`);
    expect(await findings()).toEqual([
      'citus 0: the table erased_players is distributed, which makes registrations slow; run playkeep migrate',
    ]);
    // A process of before and of after serves on meanwhile.
    const looks = () => Promise.all(['ann', 'bob', 'eve'].map((name) => store.players.find(name)));
    const before = await looks();
    expect(before[0]).toBe('erased');
    expect(await store.players.register('ann')).toBe('erased');
    expect(await migrate(sql)).toEqual([]);
    expect(await findings()).toEqual([]);
    expect(await looks()).toEqual(before);
    expect(await store.players.register('ann')).toBe('erased');
    await store.players.erase('bob');
    expect(await store.players.find('bob')).toBe('erased');
    expect(typeof (await store.players.register('ann', { revive: true }))).toBe('number');
    const digests = await sql.unsafe('SELECT FROM erased_players');
    expect(digests).toHaveLength(1);
    await store.close();
  }, 60_000);

  test('is reported where an interrupted commit is finished late', async () => {
    await distributeAt(newest);
    const set = async (value: string): Promise<void> => {
      await sql.unsafe(`ALTER SYSTEM ${value}`);
      await sql.unsafe('SELECT pg_reload_conf()');
    };
    const [{ before }] = await sql.unsafe(`SELECT current_setting('citus.recover_2pc_interval') AS before`);
    try {
      await set(`SET citus.recover_2pc_interval = '60s'`);
      expect(await findings()).toEqual([
        'citus 0: citus.recover_2pc_interval is 60 s: after the death of a worker some writes may be unseen for that long; 2 s is better',
      ]);
      await set(`SET citus.recover_2pc_interval = '5s'`);
      expect(await findings()).toEqual([]);
      await set('SET citus.recover_2pc_interval = -1');
      expect(await findings()).toEqual([expect.stringContaining('citus.recover_2pc_interval is off')]);
    } finally {
      await set(`SET citus.recover_2pc_interval = '${before}'`);
    }
  }, 60_000);

  async function warningsAtStart(environment: Record<string, string>): Promise<readonly string[]> {
    const lines: string[] = [];
    const log = { warn: (line: string) => void lines.push(line), info: () => undefined } as unknown as Log;
    const store = await openStore(testConfig({ DATABASE_URL: url, ...environment }), {
      clock: manualClock(),
      log,
    });
    await store.close();
    return lines.filter((line) => !line.includes('may be lost'));
  }
});
