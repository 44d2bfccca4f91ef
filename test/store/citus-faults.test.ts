// Workers of Citus that go and return under load, with two processes of the service: only 200 and 503, nothing acknowledged is lost,
// and the players of the other worker are served. Without `TEST_CITUS_URL` the test is skipped.
import { describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { findCluster } from '../../src/store/postgres/citus/cluster.ts';
import { createShards } from '../../src/store/postgres/citus/shards.ts';
import { queriesOf } from '../../src/store/postgres/executor.ts';
import { breakWorker, citusUrl } from '../harness/citus.ts';
import { citus } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { startProcess } from '../harness/process.ts';
import { startLoad } from './citus-load.ts';

const cuts = amount(3, 20);
const cutMilliseconds = 700;

describe.skipIf(citusUrl === undefined)('workers of Citus under load', () => {
  test(`go ${cuts} times: their players get 503, the others are served, and nothing acknowledged is missing`, async () => {
    const database = await citus.create();
    const url = String(database.environment.DATABASE_URL);
    const start = () => startProcess(database.environment, database.directory);
    const processes = await Promise.all([start(), start()]);
    const names = Array.from({ length: 16 }, (_, n) => `player ${n}`);
    const load = await startLoad(processes, names);
    const { nodeOfPlayer, isGone } = await placement(url, names);
    // Both processes know every player then: a name may be on another worker than its player.
    await load.served(8);
    for (let cut = 0; cut < cuts; cut += 1) {
      const { restore } = await breakWorker(url);
      const from = performance.now();
      await Bun.sleep(cutMilliseconds);
      const until = performance.now();
      await restore();
      await load.served(2);
      const during = load.answers.filter(({ at, milliseconds }) => at > from && at + milliseconds < until);
      const refused = during.filter(({ status }) => status === 503);
      expect(refused.filter(({ name }) => !isGone(nodeOfPlayer(name)))).toEqual([]);
      expect(refused.length).toBeGreaterThan(0);
    }
    await load.stop();
    expect(load.players.every(({ acknowledged }) => acknowledged > 2 * cuts)).toBe(true);
    for (const process of processes) {
      process.signal('SIGTERM');
      await process.exited;
    }
    await database.remove();
  }, 240_000);
});

/** The worker of each player, as its shards of the catalog tell. */
async function placement(url: string, names: readonly string[]) {
  const sql = new SQL(url, { max: 1, prepare: false });
  try {
    const cluster = await findCluster(queriesOf(sql));
    if (!cluster) throw new Error('the tables are not distributed');
    const shards = createShards(cluster);
    const rows: { name: string; id: number }[] = await sql.unsafe(
      'SELECT player_id AS name, sequential_id::float8 AS id FROM metadata WHERE player_id = ANY ($1::text[])',
      [sql.array([...names], 'TEXT')],
    );
    const ids = new Map(rows.map(({ name, id }) => [name, id]));
    const nodes: { shard: number; port: number }[] = await sql.unsafe(
      'SELECT shardid::float8 AS shard, nodeport AS port FROM citus_shards',
    );
    const portOf = new Map(nodes.map(({ shard, port }) => [shard, port]));
    const [first] = await sql.unsafe(
      "SELECT nodeport AS port FROM pg_dist_node WHERE noderole = 'primary' AND groupid <> 0 ORDER BY groupid LIMIT 1",
    );
    return {
      nodeOfPlayer: (name: string) => portOf.get(shards.ofId(ids.get(name) ?? 0).shardId),
      /** The first worker is the one that goes. */
      isGone: (port: number | undefined) => port === first.port,
    };
  } finally {
    await sql.close();
  }
}
