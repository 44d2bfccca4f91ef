// The tables of a test's database, read and changed beside the store: what no method of the store shows.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';
import type { Environment } from '../../src/config/settings.ts';

type RawRow = Readonly<Record<string, unknown>>;

export interface RawDatabase {
  run(statement: string): Promise<readonly RawRow[]>;
  /** All tables of the service. */
  tables(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export function rawDatabase({ DATABASE_URL = '' }: Environment): RawDatabase {
  return DATABASE_URL.startsWith('sqlite:') ? ofSqlite(DATABASE_URL) : ofPostgres(DATABASE_URL);
}

function ofSqlite(url: string): RawDatabase {
  const db = new Database(url.slice('sqlite:'.length));
  db.run('PRAGMA busy_timeout = 5000');
  const run = async (statement: string) => db.query<RawRow, []>(statement).all();
  return {
    run,
    // A full-text index without a text cannot be read from end to end.
    tables: async () =>
      namesOf(
        await run(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%'",
        ),
      ),
    close: async () => db.close(),
  };
}

function ofPostgres(url: string): RawDatabase {
  const sql = new SQL(url, { max: 1 });
  const run = async (statement: string): Promise<readonly RawRow[]> => sql.unsafe(statement);
  return {
    run,
    tables: async () =>
      namesOf(await run("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")),
    close: () => sql.close(),
  };
}

const namesOf = (rows: readonly RawRow[]): readonly string[] => rows.map(({ name }) => String(name));

/** Statements that give rows another sequential id. On Citus no row changes its shard, so they are deleted and inserted again. */
export function moveRows(
  { name }: { readonly name: string },
  table: string,
  to: number,
  where: string,
): string[] {
  if (name !== 'citus') return [`UPDATE ${table} SET sequential_id = ${to} WHERE ${where}`];
  return [
    `CREATE TEMPORARY TABLE moved AS SELECT * FROM ${table} WHERE ${where}`,
    `UPDATE moved SET sequential_id = ${to}`,
    `DELETE FROM ${table} WHERE ${where}`,
    `INSERT INTO ${table} SELECT * FROM moved`,
    'DROP TABLE moved',
  ];
}
