// Nakama's PostgreSQL as a source. All is read in one snapshot, on one connection that may only read, beside a Nakama that runs.
// A password in the URL is never shown.
import { SQL } from 'bun';
import { databaseUrlSchema, describeDatabase } from '../../config/database-url.ts';
import { serversOf } from '../../lib/postgres-url.ts';
import { type Source, SourceUnreadable } from '../source.ts';
import { type FoundColumn, schemaProblem, tablesWithoutRight } from './columns.ts';
import { type Run, readUsers } from './pages.ts';
import { countRows, findColumns } from './statements.ts';

/** @param url of PostgreSQL, with a user and a password. @throws SourceUnreadable */
export async function openDatabase(url: string): Promise<Source> {
  const parsed = databaseUrlSchema.safeParse(url).data;
  if (parsed?.engine !== 'postgres')
    throw new SourceUnreadable(
      "the URL of Nakama's PostgreSQL must be postgres://user:password@host:5432/database",
    );
  const place = describeDatabase(parsed);
  const [server, ...others] = serversOf(url);
  if (server === undefined || others.length > 0)
    throw new SourceUnreadable("the URL of Nakama's PostgreSQL must name one host");
  const sql = new SQL(server.url, {
    max: 1,
    prepare: false,
    connection: { application_name: 'playkeep import' },
  });
  const close = () => sql.close({ timeout: 0 }).catch(() => undefined);
  try {
    // A transaction has to reserve its connection, or a later statement could run on another one.
    const connection = await sql.reserve();
    const run: Run = async (statement, parameters = []) =>
      connection.unsafe(statement, [...parameters]) as never;
    const { found, players, systemObjects } = await begin(run, place);
    return {
      players,
      read: () => orUnreadable(place, readUsers(run, found)),
      notes: () =>
        systemObjects === 0
          ? []
          : [
              `${systemObjects} storage objects belong to the system user, who is no player, and are left out`,
            ],
      close,
    };
  } catch (error) {
    await close();
    throw toUnreadable(place, error);
  }
}

interface Begun {
  readonly found: readonly FoundColumn[];
  readonly players: number;
  readonly systemObjects: number;
}

/** Begins the snapshot, and sees that it is one of Nakama. */
async function begin(run: Run, place: string): Promise<Begun> {
  await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // An import beside players takes its time between two pages, and a count of all users may take longer than a role may.
  await run('SET LOCAL idle_in_transaction_session_timeout = 0');
  await run('SET LOCAL statement_timeout = 0');
  // Row-level security would hide rows without a word. Now it is an error.
  await run('SET LOCAL row_security = off');
  const [encoding] = await run<{ readonly server_encoding: string }>('SHOW server_encoding');
  if (encoding?.server_encoding === 'SQL_ASCII')
    throw new SourceUnreadable(
      `${place} has the encoding SQL_ASCII, so its texts may be broken; it needs UTF8`,
    );
  const found = await run<FoundColumn>(findColumns);
  const problem = schemaProblem(found);
  if (problem !== undefined) throw new SourceUnreadable(`${place} is no database of Nakama: ${problem}`);
  const hidden = tablesWithoutRight(found);
  if (hidden.length > 0)
    throw new SourceUnreadable(
      `${place}: the role may not read all columns of ${hidden.join(', ')}; GRANT SELECT ON ${hidden.join(', ')} TO it`,
    );
  const [counted] = await run<{ readonly players: number; readonly system_objects: number }>(countRows);
  return { found, players: counted?.players ?? 0, systemObjects: counted?.system_objects ?? 0 };
}

async function* orUnreadable<T>(place: string, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw toUnreadable(place, error);
  }
}

const toUnreadable = (place: string, error: unknown): unknown =>
  error instanceof SQL.PostgresError
    ? new SourceUnreadable(`${place}: ${error.message}`, { cause: error })
    : error;
