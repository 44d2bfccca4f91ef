// The data of the benchmark of searches: metadata of 300 bytes with a name and two indexed values, its entries, sessions that have ended, and
// suspensions, written with plain SQL. Player n has sequential id n.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';
import { encodeIndexValue } from '../src/store/shared/index-values.ts';
import { gramsText } from '../src/store/sqlite/name-grams.ts';
import { fill } from './data.ts';

export const declarations = [
  { pointer: '/level', type: 'number' },
  { pointer: '/clan', type: 'string' },
] as const;

/** Each level has a hundredth of the players, each clan fifty of them. A thousandth is suspended. */
export const levels = 100;
export const clansOf = (players: number): number => Math.max(1, Math.floor(players / 50));
/** Names are made of three syllables and a number, those of a twentieth of two Chinese characters. */
export const syllables = [
  ...['mi', 'ra', 'jo', 'se', 'an', 'na', 'ko', 'li', 'ta', 'ru'],
  ...['ka', 'el', 'or', 'en', 'du', 'ax', 'ze', 'wi', 'qu', 'bo'],
];
export const characterOf = (n: number): string => String.fromCodePoint(0x4e00 + 7 * (n % 200));
export const labels = { PLAYER_NAME: '/name', PLAYER_COLUMNS: '/level,/clan' } as const;
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
  const pick = (table: string, n: string) => `(SELECT part FROM ${table} WHERE n = ${n})`;
  const name = `CASE WHEN sequential_id % 20 = 0
    THEN ${pick('characters', 'sequential_id / 20 % 200')} || ${pick('characters', 'sequential_id / 4000 % 200')}
    ELSE ${pick('syllables', 'sequential_id * 7 % 20')} || ${pick('syllables', 'sequential_id / 20 % 20')}
      || ${pick('syllables', 'sequential_id / 400 % 20')} || (sequential_id % 1000) END`;
  const partsIn = (table: string, parts: readonly string[]) => [
    `CREATE TEMPORARY TABLE ${table} (n INTEGER PRIMARY KEY, part TEXT NOT NULL)`,
    `INSERT INTO ${table} VALUES ${parts.map((part, n) => `(${n}, '${part}')`).join(', ')}`,
  ];
  const statements = [
    ...partsIn('syllables', syllables),
    ...partsIn(
      'characters',
      Array.from({ length: 200 }, (_, n) => characterOf(n)),
    ),
    'CREATE TEMPORARY TABLE codes (level INTEGER PRIMARY KEY, code TEXT NOT NULL)',
    `INSERT INTO codes VALUES ${codes.join(', ')}`,
    ...declarations.map(
      ({ pointer, type }) =>
        `INSERT INTO metadata_indexes (pointer, type, created_at, declared_at, built_at)
         VALUES ('${pointer}', '${type}', ${now - day}, ${now}, ${now - day})`,
    ),
    `INSERT INTO metadata_indexes (pointer, type, created_at, declared_at, built_at)
     VALUES ('["/name","/level","/clan"]', 'label', ${now - day}, ${now}, ${now - day})`,
    // An index is made faster when its rows are there.
    ...(isSqlite ? [] : ['DROP INDEX metadata_name_grams']),
    `UPDATE metadata SET index_set = 3, indexed_version = version, label_version = version, folded_name = ${name},
       label = '{"/name":"' || ${name} || '","/level":' || ${level} || ',"/clan":"' || ${clan} || '"}',
       text = '{"name":"' || ${name} || '","level":' || ${level} || ',"clan":"' || ${clan} || '","position":[1.5,2.5],"inventory":"${'x'.repeat(225)}"}',
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
    indexNames(db);
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    return;
  }
  const sql = new SQL(databaseUrl, { max: 1 });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.unsafe(nameIndex);
  for (const statement of ['VACUUM ANALYZE', 'CHECKPOINT']) await sql.unsafe(statement);
  await sql.close();
}

/** As in the migration. */
const nameIndex = `CREATE INDEX metadata_name_grams ON metadata USING gin (playkeep_name_grams(sequential_id, folded_name))
  WITH (fastupdate = on, gin_pending_list_limit = 512) WHERE folded_name IS NOT NULL`;

function indexNames(db: Database): void {
  const rows = db.query<{ id: number; name: string }, [number]>(
    'SELECT sequential_id AS id, folded_name AS name FROM metadata WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT 10000',
  );
  const insert = db.query('INSERT INTO name_grams (rowid, grams) VALUES (?1, ?2)');
  const step = db.transaction((after: number): number => {
    const next = rows.all(after);
    for (const { id, name } of next) insert.run(id, gramsText(name));
    return next.at(-1)?.id ?? 0;
  });
  for (let after = step(0); after > 0; ) after = step(after);
}
