// The data of the benchmark of searches: metadata of 300 bytes with two indexed values, its entries, sessions that have ended, and
// suspensions, written with plain SQL. Player n has sequential id n.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';
import { encodeIndexValue } from '../src/store/shared/index-values.ts';
import { fill } from './data.ts';

export const declarations = [
  { pointer: '/level', type: 'number' },
  { pointer: '/clan', type: 'string' },
] as const;

/** Each level has a hundredth of the players, each clan fifty of them. A thousandth is suspended. */
export const levels = 100;
export const clansOf = (players: number): number => Math.max(1, Math.floor(players / 50));
const day = 24 * 3_600_000;

/** Fills a new database as `fill` does, and adds what searches look for. */
export async function fillForSearches(databaseUrl: string, players: number): Promise<void> {
  await fill(databaseUrl, players);
  const now = Date.now();
  const level = `(sequential_id % ${levels} + 1)`;
  const clan = `('clan-' || (sequential_id % ${clansOf(players)}))`;
  const codes = Array.from({ length: levels }, (_, n) => {
    const bytes = encodeIndexValue('number', String(n + 1));
    return `(${n + 1}, '${Buffer.from(bytes ?? []).toString('hex')}')`;
  });
  const isSqlite = databaseUrl.startsWith('sqlite:');
  const unhex = isSqlite ? 'unhex(code)' : "decode(code, 'hex')";
  const bytesOf = (text: string) => (isSqlite ? `CAST(${text} AS BLOB)` : `convert_to(${text}, 'UTF8')`);
  const uuid = isSqlite
    ? "printf('00000000-0000-7000-8000-%012x', sequential_id)"
    : "('00000000-0000-7000-8000-' || lpad(to_hex(sequential_id), 12, '0'))::uuid";
  const statements = [
    'CREATE TEMPORARY TABLE codes (level INTEGER PRIMARY KEY, code TEXT NOT NULL)',
    `INSERT INTO codes VALUES ${codes.join(', ')}`,
    ...declarations.map(
      ({ pointer, type }) =>
        `INSERT INTO metadata_indexes (pointer, type, created_at, declared_at, built_at)
         VALUES ('${pointer}', '${type}', ${now - day}, ${now}, ${now - day})`,
    ),
    `UPDATE metadata SET index_set = 2, indexed_version = version,
       text = '{"level":' || ${level} || ',"clan":"' || ${clan} || '","position":[1.5,2.5],"inventory":"${'x'.repeat(225)}"}',
       suspended_until = CASE WHEN sequential_id % 1000 = 0 THEN 253402300799999 END`,
    `UPDATE players SET registered_at = ${now} - (${players} - sequential_id) * ${Math.floor((365 * day) / players)}`,
    `INSERT INTO metadata_index_entries SELECT sequential_id, 1, ${unhex} FROM metadata JOIN codes ON level = ${level}`,
    `INSERT INTO metadata_index_entries SELECT sequential_id, 2, ${bytesOf(clan)} FROM metadata`,
    `INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason)
     SELECT sequential_id, ${now} - sequential_id % 90 * ${day}, ${uuid}, ${now - 91 * day}, 'stopped' FROM metadata`,
  ];
  if (isSqlite) {
    const db = new Database(databaseUrl.slice('sqlite:'.length));
    for (const statement of statements) db.run(statement);
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    return;
  }
  const sql = new SQL(databaseUrl, { max: 1 });
  for (const statement of statements) await sql.unsafe(statement);
  for (const statement of ['VACUUM ANALYZE', 'CHECKPOINT']) await sql.unsafe(statement);
  await sql.close();
}
