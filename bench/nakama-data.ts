// A database of Nakama for the measurement of an import, and digests of what came out of it, which PostgreSQL computes on both sides.
import { SQL } from 'bun';
import { schema } from '../test/nightly/imports/import/nakama/tables.ts';

/** Three objects of some 300 bytes for each of these users, a wallet and a device id. The ids are in no order, as random ones are. */
const rows = (players: number): readonly string[] => [
  `INSERT INTO users (id, username, wallet, create_time)
   SELECT md5(n::text)::uuid, 'user' || n, jsonb_build_object('gold', n, 'gems', n % 97),
     '2024-01-01 UTC'::timestamptz + make_interval(secs => n)
   FROM generate_series(1, ${players}) AS n`,
  `INSERT INTO user_device (id, user_id) SELECT 'device-' || n, md5(n::text)::uuid FROM generate_series(1, ${players}) AS n`,
  // The texts of numbers: no client of this measurement may pass them through a double.
  `INSERT INTO storage (collection, key, user_id, value)
   SELECT c, 'slot1', md5(n::text)::uuid, format(
     '{"level": %s, "exact": 9007199254740993.%s0, "at": [%s, 1.50], "items": "%s", "name": "%s"}',
     n % 100, n, n % 1000, md5(c || n) || md5(n || c) || md5(n || c || n) || md5('i' || n) || md5('j' || n), md5(c))::jsonb
   FROM generate_series(1, ${players}) AS n, unnest(ARRAY['save', 'stats', 'settings']) AS c`,
  'VACUUM ANALYZE',
  'CHECKPOINT',
];

export async function makeNakama(url: string, players: number): Promise<void> {
  const sql = new SQL(url, { max: 1, prepare: false });
  await sql.unsafe(schema).simple();
  for (const statement of rows(players)) await sql.unsafe(statement);
  await sql.close();
}

export interface Digest {
  readonly players: number;
  readonly digest: string;
}

const sumOf = (text: string): string =>
  `count(*)::int AS players, coalesce(sum(('x' || left(md5(${text}), 15))::bit(60)::bigint), 0)::text AS digest`;

async function digestOf(url: string, statement: string): Promise<Digest> {
  const sql = new SQL(url, { max: 1, prepare: false });
  const [row] = await sql.unsafe(statement);
  await sql.close();
  return { players: row.players, digest: row.digest };
}

/** The players that Nakama has, with the documents that the plain map makes of them, by PostgreSQL alone. */
export const digestOfNakama = (url: string): Promise<Digest> =>
  digestOf(
    url,
    `SELECT ${sumOf("id::text || ' ' || floor(extract(epoch FROM create_time) * 1000)::bigint || ' ' || document::text")}
     FROM (
       SELECT user_id AS id, jsonb_object_agg(collection, objects) AS document
       FROM (
         SELECT user_id, collection, jsonb_object_agg(key, value) AS objects FROM storage GROUP BY user_id, collection
       ) AS collections GROUP BY user_id
     ) AS documents JOIN users USING (id)`,
  );

/** The players of Playkeep that came from there. The text of a document becomes jsonb, as it is at Nakama. */
export const digestOfPlaykeep = (url: string): Promise<Digest> =>
  digestOf(
    url,
    `SELECT ${sumOf("players.player_id || ' ' || registered_at || ' ' || text::jsonb::text")}
     FROM players JOIN metadata USING (sequential_id)
     WHERE players.player_id ~ '^[0-9a-f]{8}-'`,
  );

/** The number of rows that the imports of a database left. */
export async function countsOf(url: string): Promise<Readonly<Record<string, number>>> {
  const sql = new SQL(url, { max: 1, prepare: false });
  const [row] = await sql.unsafe(`
    SELECT (SELECT count(*)::int FROM players) AS players, (SELECT count(*)::int FROM metadata) AS documents,
      (SELECT coalesce(max(version), 0)::int FROM metadata) AS "highest version",
      (SELECT count(*)::int FROM metadata_versions) AS "kept versions",
      (SELECT count(*)::int FROM ended_sessions) AS sessions,
      (SELECT count(*)::int FROM audit_entries WHERE action = 'player.import') AS "entries of the audit"`);
  await sql.close();
  return { ...row };
}

/** About how many players an import has given ids. */
export async function givenIds(sql: SQL): Promise<number> {
  const [row] = await sql.unsafe('SELECT last_value::int AS given FROM player_sequential_id');
  return row.given;
}
