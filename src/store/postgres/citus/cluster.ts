// Recognizes Citus: whether the tables of a database are distributed, and the shards of players. On a database without the
// extension, or with all tables local, everything is as on one PostgreSQL server.
import type { Queries } from '../executor.ts';

/** A shard of a distributed table: the rows whose distribution column has a hash from `from` to `to`, both included. */
export interface Shard {
  readonly shardId: number;
  /** Signed 32-bit integers, by PostgreSQL's hash function of the column's type. */
  readonly from: number;
  readonly to: number;
  /** The number of the worker that has it: the group of its placement. */
  readonly worker: number;
}

export interface Cluster {
  /** The shards of `metadata` and all tables by sequential id, in the order of their hashes. */
  readonly bySequentialId: readonly Shard[];
  /** The shards of `players` and all tables by name, in the order of their hashes. */
  readonly byName: readonly Shard[];
}

// A distribution has `playkeep_schema` locked until its commit, so that this statement waits for the outcome.
const hasExtension = `SELECT to_regclass('pg_catalog.pg_dist_shard') IS NOT NULL AS "exists" FROM playkeep_schema`;

const listShards = `SELECT logicalrelid = to_regclass('players') AS "isByName", shardid::float8 AS "shardId",
    shardminvalue::int AS "from", shardmaxvalue::int AS "to",
    (SELECT min(groupid) FROM pg_catalog.pg_dist_placement AS placement WHERE placement.shardid = shard.shardid) AS worker
  FROM pg_catalog.pg_dist_shard AS shard
  WHERE logicalrelid IN (to_regclass('metadata'), to_regclass('players')) AND shardminvalue IS NOT NULL
  ORDER BY shardminvalue::int`;

const findDistributed = `SELECT FROM pg_catalog.pg_dist_shard
  WHERE logicalrelid = to_regclass('metadata') AND shardminvalue IS NOT NULL LIMIT 1`;

/** True when the tables of players are distributed. Waits for a distribution that is under way. */
export async function isDistributed(queries: Queries): Promise<boolean> {
  const [extension] = await queries.query<{ exists: boolean }>(hasExtension);
  return extension?.exists === true && (await queries.query(findDistributed)).length > 0;
}

/** @returns undefined where the tables of players are local. */
export async function findCluster(queries: Queries): Promise<Cluster | undefined> {
  const [extension] = await queries.query<{ exists: boolean }>(hasExtension);
  if (!extension?.exists) return undefined;
  const rows = await queries.query<Shard & { readonly isByName: boolean }>(listShards);
  const shardsOf = (isByName: boolean): readonly Shard[] =>
    rows.filter((row) => row.isByName === isByName).map(({ isByName: _, ...shard }) => shard);
  const cluster = { bySequentialId: shardsOf(false), byName: shardsOf(true) };
  return cluster.bySequentialId.length > 0 && cluster.byName.length > 0 ? cluster : undefined;
}
