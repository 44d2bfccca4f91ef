// The tables of a test's database, past the store: statements for deliberate damage, and dumps of every table.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';
import type { TestDatabase } from './engines.ts';

export type Row = Record<string, unknown>;

export interface Tables {
  /** Runs one statement. Values that a test writes are constants of its own. */
  run(statement: string): Promise<readonly Row[]>;
  /** The names of all tables, partitions too, from the catalogue. */
  list(): Promise<readonly string[]>;
  /** Flushes what is written to the file of the database. Only SQLite has one. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

export function openTables({ environment }: Pick<TestDatabase, 'environment'>): Tables {
  const url = environment.DATABASE_URL ?? '';
  return url.startsWith('sqlite:') ? sqliteTables(url.slice('sqlite:'.length)) : postgresTables(url);
}

function sqliteTables(path: string): Tables {
  const db = new Database(path);
  db.run('PRAGMA busy_timeout = 5000');
  const all = (statement: string) => db.query<Row, []>(statement).all();
  return {
    run: async (statement) => all(statement),
    list: async () =>
      all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(({ name }) =>
        String(name),
      ),
    async checkpoint() {
      db.run('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    async close() {
      db.close();
    },
  };
}

function postgresTables(url: string): Tables {
  const sql = new SQL(url, { max: 1, prepare: false });
  const all = async (statement: string): Promise<readonly Row[]> => sql.unsafe(statement);
  return {
    run: all,
    list: async () =>
      (
        await all(
          `SELECT relname::text AS name FROM pg_class
           WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S') ORDER BY relname`,
        )
      ).map(({ name }) => String(name)),
    checkpoint: async () => undefined,
    close: () => sql.close(),
  };
}
