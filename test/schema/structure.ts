// The tables of a migrated database of each engine, as the database itself describes them.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { createPostgresDatabase } from '../harness/postgres.ts';

export interface Column {
  readonly name: string;
  /** Type, `NOT NULL` and default, in the engine's words. */
  readonly type: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The primary key first; then each index by its columns. */
  readonly keys: readonly string[];
  /** Options of the table, beside its columns. */
  readonly options: readonly string[];
}

export type Structure = ReadonlyMap<string, Table>;

const byName = (tables: readonly Table[]): Structure => new Map(tables.map((table) => [table.name, table]));

interface SqliteColumn {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

interface SqliteIndex {
  readonly name: string;
  readonly origin: 'c' | 'u' | 'pk';
}

export function readSqlite(): Structure {
  const db = new Database(':memory:', { strict: true });
  try {
    migrate(db);
    const tables = db
      .query<{ name: string; sql: string }, []>(
        // A full-text index has tables of its own, which it alone writes.
        `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
           AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY name`,
      )
      .all();
    return byName(tables.map(({ name, sql }) => sqliteTable(db, name, sql)));
  } finally {
    db.close();
  }
}

function sqliteTable(db: Database, name: string, sql: string): Table {
  const columns = db.query<SqliteColumn, [string]>('SELECT * FROM pragma_table_info(?1)').all(name);
  const indexes = db.query<SqliteIndex, [string]>('SELECT name, origin FROM pragma_index_list(?1)').all(name);
  const columnsOf = (index: string): string =>
    db
      .query<{ name: string }, [string]>('SELECT name FROM pragma_index_info(?1) ORDER BY seqno')
      .all(index)
      .map((column) => column.name)
      .join(', ');
  const primary = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  const keys = indexes
    .filter(({ origin }) => origin !== 'pk')
    .map((index) => `${index.origin === 'u' ? 'unique' : 'index'} (${columnsOf(index.name)})`);
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: sqliteType(column) })),
    keys: [`primary key (${primary.map((column) => column.name).join(', ')})`, ...keys.sort()],
    options: ['STRICT', 'WITHOUT ROWID', 'AUTOINCREMENT'].filter((option) => sql.includes(option)),
  };
}

const sqliteType = ({ type, notnull, dflt_value }: SqliteColumn): string =>
  [type, notnull ? 'NOT NULL' : '', dflt_value === null ? '' : `DEFAULT ${dflt_value}`]
    .filter(Boolean)
    .join(' ');

interface PostgresTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly keys: readonly string[];
  readonly options: readonly string[];
}

/** Without partitions, which are made for each month. */
const tablesQuery = `
  SELECT class.relname AS name,
    (SELECT json_agg(json_build_object('name', attname, 'type',
         format_type(atttypid, atttypmod)
         || CASE WHEN collname = 'C' THEN ' COLLATE "C"' ELSE '' END
         || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
         || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '')
         || CASE WHEN attstorage = 'e' AND atttypid = 'bytea'::regtype THEN ' STORAGE EXTERNAL' ELSE '' END
       ) ORDER BY attnum)
     FROM pg_attribute
     LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     LEFT JOIN pg_collation ON pg_collation.oid = attcollation
     WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped) AS columns,
    coalesce((SELECT json_agg(
         CASE WHEN indisprimary THEN 'primary key' WHEN indisunique THEN 'unique' ELSE 'index' END
         || ' ' || substring(pg_get_indexdef(indexrelid) FROM '\\(.*\\)')
       ORDER BY NOT indisprimary, pg_get_indexdef(indexrelid))
     FROM pg_index WHERE indrelid = class.oid), '[]') AS keys,
    array_to_json(array_remove(ARRAY[
       CASE class.relpersistence WHEN 'u' THEN 'UNLOGGED' END,
       'PARTITION BY ' || pg_get_partkeydef(class.oid)
     ] || class.reloptions, NULL)) AS options
  FROM pg_class AS class
  WHERE class.relnamespace = 'public'::regnamespace AND class.relkind IN ('r', 'p') AND NOT class.relispartition
  ORDER BY class.relname`;

export async function readPostgres(): Promise<Structure> {
  const database = await createPostgresDatabase();
  const sql = new SQL(database.url, { max: 1, prepare: false });
  try {
    const rows: PostgresTable[] = await sql.unsafe(tablesQuery);
    return byName(rows.map((row) => ({ ...row })));
  } finally {
    await sql.close();
    await database.drop();
  }
}
