// Workers of Citus that go, stand still and return under load, with two processes of the service: only 200 and 503, nothing
// acknowledged is lost, and the players of the other worker are served. Without `TEST_CITUS_URL` the tests are skipped.
import { describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { queriesOf } from '../../../../src/store/postgres/executor.ts';
import { paths } from '../../../harness/api.ts';
import { breakWorker, citusUrl, shardsOf } from '../../../harness/citus.ts';
import { citus } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { startProcess } from '../../../harness/process.ts';
import { type SilentProxy, startProxy } from '../../../harness/proxy.ts';
import { type Answered, type Load, startLoad } from './load.ts';

const cuts = amount(3, 20);
const cutMilliseconds = 700;
const stops = amount(1, 5);
/** Longer than the time-out of a statement, and than the wait after which calls are refused. */
const stopMilliseconds = 4_000;
const names = Array.from({ length: 16 }, (_, n) => `player ${n}`);

interface Setting {
  readonly url: string;
  readonly load: Load;
  /** True for the players of the first worker, which is the one that goes. */
  readonly isOfFirst: (answer: Pick<Answered, 'name'>) => boolean;
  end(): Promise<void>;
}

/** @param prepare changes the database before the service is started */
async function startPlaying(prepare: (sql: SQL, first: Node) => Promise<unknown>): Promise<Setting> {
  const database = await citus.create();
  const url = String(database.environment.DATABASE_URL);
  const sql = new SQL(url, { max: 1, prepare: false });
  const [first]: [Node] = await sql.unsafe(
    `SELECT nodeid AS id, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' AND groupid <> 0
     ORDER BY groupid LIMIT 1`,
  );
  const shardsOfFirst: { id: number }[] = await sql.unsafe(
    'SELECT DISTINCT shardid::float8 AS id FROM citus_shards WHERE nodeport = $1::int',
    [first.port],
  );
  await prepare(sql, first);
  const start = () => startProcess(database.environment, database.directory);
  const processes = await Promise.all([start(), start()]);
  const load = await startLoad(processes, names);
  const shards = await shardsOf(queriesOf(sql));
  const rows: { name: string; id: number }[] = await sql.unsafe(
    'SELECT player_id AS name, sequential_id::float8 AS id FROM metadata',
  );
  const gone = new Set(shardsOfFirst.map(({ id }) => id));
  const namesOfFirst = new Set(
    rows.filter(({ id }) => gone.has(shards.ofId(id).shardId)).map(({ name }) => name),
  );
  // Both processes know every player then: a name may be on another worker than its player.
  await load.served(8);
  return {
    url,
    load,
    isOfFirst: ({ name }) => namesOfFirst.has(name),
    async end() {
      await load.stop();
      for (const process of processes) {
        process.signal('SIGTERM');
        await process.exited;
      }
      await sql.close();
      await database.remove();
    },
  };
}

interface Node {
  readonly id: number;
  readonly port: number;
}

/** The answers of requests that were sent and answered within a time. */
async function answersWithin({ load }: Setting, milliseconds: number): Promise<readonly Answered[]> {
  const from = performance.now();
  await Bun.sleep(milliseconds);
  const until = performance.now();
  return load.answers.filter(({ at, milliseconds }) => at > from && at + milliseconds < until);
}

const isRefused = ({ status }: Answered): boolean => status === 503;

describe.skipIf(citusUrl === undefined)('workers of Citus under load', () => {
  test(`go ${cuts} times: their players get 503, the others are served, and nothing acknowledged is missing`, async () => {
    const setting = await startPlaying(() => Promise.resolve());
    const { url, load, isOfFirst } = setting;
    for (let cut = 0; cut < cuts; cut += 1) {
      const { restore } = await breakWorker(url);
      const refused = (await answersWithin(setting, cutMilliseconds)).filter(isRefused);
      await restore();
      await load.served(2);
      expect(refused.filter((answer) => !isOfFirst(answer))).toEqual([]);
      expect(refused.length).toBeGreaterThan(0);
    }
    expect(load.players.every(({ acknowledged }) => acknowledged > 2 * cuts)).toBe(true);
    await setting.end();
  }, 240_000);

  test(`stand still ${stops} times: the players of the others are served meanwhile`, async () => {
    let proxy: SilentProxy | undefined;
    const setting = await startPlaying((sql, { id, port }) => {
      proxy = startProxy(port);
      return sql.unsafe('SELECT citus_update_node($1::int, $2::text, $3::int)', [
        id,
        '127.0.0.1',
        proxy.port,
      ]);
    });
    const { load, isOfFirst } = setting;
    for (let stop = 0; stop < stops; stop += 1) {
      proxy?.pause();
      const answers = await answersWithin(setting, stopMilliseconds);
      proxy?.resume();
      await load.served(2);
      const others = answers.filter((answer) => !isOfFirst(answer));
      expect(others.filter(isRefused)).toEqual([]);
      expect(others.length).toBeGreaterThan(100);
      expect(answers.filter(isOfFirst).filter(isRefused).length).toBeGreaterThan(0);
    }
    await setting.end();
    proxy?.stop();
  }, 240_000);
});

test.skipIf(citusUrl === undefined)(
  'a process is not ready while all workers are silent, and is again when they are back',
  async () => {
    const database = await citus.create();
    const proxies: SilentProxy[] = [];
    const sql = new SQL(String(database.environment.DATABASE_URL), { max: 1, prepare: false });
    const nodes: Node[] = await sql.unsafe(
      "SELECT nodeid AS id, nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' AND groupid <> 0",
    );
    for (const { id, port } of nodes) {
      const proxy = startProxy(port);
      proxies.push(proxy);
      await sql.unsafe('SELECT citus_update_node($1::int, $2::text, $3::int)', [id, '127.0.0.1', proxy.port]);
    }
    await sql.close();
    const service = await startProcess(database.environment, database.directory);
    const ready = async () => (await service.call('GET', '/readyz')).status;
    const becomes = async (status: number) => {
      for (const end = Date.now() + 20_000; Date.now() < end; await Bun.sleep(100))
        if ((await ready()) === status) return;
      throw new Error(`/readyz does not become ${status}`);
    };
    const save = async () =>
      (await service.as('ann', 'POST', paths.metadata, { body: '{"data":{}}' })).status;
    try {
      await becomes(200);
      expect(await save()).toBe(200);
      for (const proxy of proxies) proxy.pause();
      await becomes(503);
      expect([await save(), await ready()]).toEqual([503, 503]);
      for (const proxy of proxies) proxy.resume();
      await becomes(200);
      for (let tries = 0; tries < 50 && (await save()) !== 200; tries += 1) await Bun.sleep(100);
      expect(await save()).toBe(200);
    } finally {
      service.signal('SIGKILL');
      await service.exited;
      for (const proxy of proxies) proxy.stop();
      await database.remove();
    }
  },
  120_000,
);
