// The distribution of a database with Citus beside a running service: killed at any step it leaves every row, run again it ends
// right, and the service answers 503 meanwhile and goes on by itself. Needs the cluster that TEST_CITUS_URL names.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { distributedTables } from '../../../../src/store/postgres/citus/tables.ts';
import { citusUrl, createCitusDatabase } from '../../../harness/citus.ts';
import { manualClock } from '../../../harness/clock.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../../harness/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { programCommand } from '../../../harness/program.ts';
import { testSecret } from '../../../harness/service.ts';
import { openStoreOn } from '../../../harness/store.ts';

const players = 120;
const day = 86_400_000;
/** The ports change hands when the service starts anew. */
const refused = 0;

describe.skipIf(citusUrl === undefined)('migrate --distribute', () => {
  let directory: TemporaryDirectory;
  let url: string;
  let drop: () => Promise<void>;
  let sql: SQL;
  let service: ServiceProcess;
  let before: readonly string[];
  /** The level that each writer saved last with an answer of 200. */
  const acknowledged = new Map<string, number>();
  const statuses = new Map<number, number>();
  const refusedAt: number[] = [];
  let isWriting = true;
  let writers: Promise<unknown>;

  /** Every row of the tables, those of the writers left out. */
  async function readRows(): Promise<readonly string[]> {
    const rows = await Promise.all(
      // Token buckets come and go.
      distributedTables
        .filter(({ name }) => name !== 'rate_limits')
        .map(async ({ name, column }) => {
          const condition = column === 'sequential_id' ? `WHERE sequential_id <= ${players}` : '';
          const found: object[] = await sql.unsafe(`SELECT * FROM ${name} ${condition}`);
          const kept = found.filter(
            (row) => !String((row as { player_id?: string }).player_id).startsWith('writer'),
          );
          return kept.map((row) => `${name} ${JSON.stringify(row)}`);
        }),
    );
    return rows.flat().toSorted();
  }

  async function write(player: string): Promise<void> {
    for (let level = 1; isWriting; level += 1) {
      const options = { body: JSON.stringify({ data: { level } }) };
      const status = await service.as(player, 'POST', '/api/game/metadata', options).then(
        (answer) => answer.status,
        () => refused,
      );
      if (status === refused) refusedAt.push(performance.now());
      else statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) acknowledged.set(player, level);
      await Bun.sleep(5);
    }
  }

  /** Runs the command and kills it at once when it has printed a line. */
  async function killAt(line: string): Promise<void> {
    const child = Bun.spawn([...programCommand(), 'migrate', '--distribute'], {
      env: { PATH: process.env.PATH, DATABASE_URL: url },
      stdout: 'ignore',
      stderr: 'pipe',
    });
    let printed = '';
    for await (const chunk of child.stderr) {
      printed += new TextDecoder().decode(chunk);
      if (printed.includes(`${line}\n`)) break;
    }
    expect(printed).toContain(line);
    child.kill('SIGKILL');
    await child.exited;
    await until(async () => {
      const left = await sql.unsafe(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%create_distributed_table%'
           AND pid <> pg_backend_pid()`,
      );
      return left.length === 0;
    });
  }

  const listDistributed = async (): Promise<readonly string[]> => {
    const rows: { name: string }[] = await sql.unsafe(
      `SELECT table_name::text AS name FROM citus_tables WHERE table_name::text !~ '^ended_sessions_'`,
    );
    return rows.map(({ name }) => name).toSorted();
  };

  const localRows = async (): Promise<number> => {
    const [row] = await sql.unsafe(
      'SELECT coalesce(sum(pg_relation_size(logicalrelid)), 0)::float8 AS bytes FROM pg_dist_partition',
    );
    return row.bytes;
  };

  const answers = (player: string): Promise<number> =>
    service.as(player, 'GET', '/api/game/metadata').then(
      ({ status }) => status,
      () => refused,
    );

  beforeAll(async () => {
    directory = temporaryDirectory();
    ({ url, drop } = await createCitusDatabase({ migrated: false }));
    const clock = manualClock();
    const store = await openStoreOn({ DATABASE_URL: url }, clock);
    for (let n = 1; n <= players; n += 1) {
      const id = Number(await store.players.register(`player ${n}`));
      await store.metadata.save(id, `{"n":${n},"text":"${'x'.repeat(n * 20)}"}`);
      await store.sessions.start(id, Bun.randomUUIDv7(), { context: '{"platform":"web"}' });
      clock.advance(day / 2);
      await store.sessions.end(id, 'stopped');
    }
    await store.statistics.count(new AbortController().signal, { publish: 'now' });
    await store.players.erase('player 7');
    await store.close();
    sql = new SQL(url, { max: 4 });
    const environment = { DATABASE_URL: url, DATABASE_POOL_SIZE: '4', RATE_LIMIT_PER_MINUTE: '1000000' };
    service = await startProcess(environment, directory.directory);
    for (let n = 10; n < 30; n += 1) await service.as(`player ${n}`, 'POST', '/api/game/session/start');
    for (let n = 0; n < 4; n += 1) await service.as(`writer ${n}`, 'POST', '/api/game/session/start');
    before = await readRows();
    writers = Promise.all(Array.from({ length: 4 }, (_, n) => write(`writer ${n}`)));
  }, 60_000);

  afterAll(async () => {
    isWriting = false;
    await writers;
    service.signal('SIGKILL');
    await sql.close();
    await drop();
    directory.remove();
  });

  test.each(distributedTables.map(({ name }) => name))(
    'leaves every row where it was when it is killed at %s',
    async (name) => {
      await killAt(`distributing ${name}`);
      expect(await listDistributed()).toEqual([]);
      expect(await readRows()).toEqual(before);
      await until(async () => (await answers('player 1')) === 200);
    },
    60_000,
  );

  test('waits for no connection for long, and changes nothing then', async () => {
    const reader = await sql.reserve();
    await reader.unsafe('BEGIN');
    await reader.unsafe('SELECT FROM audit_entries LIMIT 1');
    const { status, stderr } = await runProgram(
      ['migrate', '--distribute'],
      { DATABASE_URL: url },
      directory.directory,
    );
    await reader.unsafe('COMMIT');
    await reader.release();
    expect([status, stderr]).toEqual([1, expect.stringContaining('kept a table locked for 15 seconds')]);
    expect(await listDistributed()).toEqual([]);
    await until(async () => (await answers('player 1')) === 200);
  }, 60_000);

  test('killed before the local rows are gone, deletes them when it is run again', async () => {
    const reader = await sql.reserve();
    const command = runProgram(['migrate', '--distribute'], { DATABASE_URL: url }, directory.directory);
    // The lock on a table of the coordinator keeps its rows for two seconds.
    await until(async () => (await listDistributed()).length === distributedTables.length);
    await reader.unsafe('BEGIN');
    await reader.unsafe('LOCK TABLE metadata_versions, players IN ACCESS SHARE MODE');
    const { status } = await command;
    expect(status).toBe(0);
    await reader.unsafe('COMMIT');
    await reader.release();
    const again = await runProgram(['migrate', '--distribute'], { DATABASE_URL: url }, directory.directory);
    expect([again.status, again.stdout]).toEqual([
      0,
      'the schema is up to date\nthe tables are distributed\n',
    ]);
    expect(await localRows()).toBe(0);
    expect(await readRows()).toEqual(before);
    expect(await listDistributed()).toEqual(distributedTables.map(({ name }) => name).toSorted());
  }, 60_000);

  test('lets the service go on by itself, which lost no acknowledged write and answered 200 and 503 alone', async () => {
    await until(async () => (await answers('player 1')) === 200);
    const levels = new Map(acknowledged);
    await until(async () => [...levels].every(([player, level]) => (acknowledged.get(player) ?? 0) > level));
    isWriting = false;
    await writers;
    expect([...statuses.keys()].toSorted()).toEqual([200, 503]);
    expect((refusedAt.at(-1) ?? 0) - (refusedAt[0] ?? 0)).toBeLessThan(1_000);
    for (const [player, level] of acknowledged) {
      const { data } = (await service.as(player, 'GET', '/api/game/metadata')).body as {
        data: { metadata: { level: number } };
      };
      // A write whose answer was 503 may have been done.
      expect(data.metadata.level).toBeGreaterThanOrEqual(level);
    }
    expect(service.output()).toContain('the tables were distributed with Citus');
    const doctor = await runProgram(
      ['doctor'],
      { DATABASE_URL: url, JWT_SECRET: testSecret },
      directory.directory,
    );
    expect([doctor.status, doctor.stdout]).toEqual([0, expect.stringContaining('nothing is wrong')]);
  }, 60_000);
});

/** Waits for a condition, half a minute at most. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await Bun.sleep(50)) if (await condition()) return;
  throw new Error('what the test waits for did not come');
}
