// Ended sessions for the benchmark of the statistics, inserted with plain SQL as not counted. PostgreSQL has a partition for each of
// their months, as on a service that has run so long. Session ids count from a first number on.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';
import { bigints, integers } from '../src/store/postgres/arrays.ts';
import { queriesOf } from '../src/store/postgres/executor.ts';
import { keepPartitions } from '../src/store/postgres/partitions.ts';
import { monthStart } from '../src/store/shared/history-months.ts';
import { contexts, dayMilliseconds, type MadeSession, reasons } from './session-history.ts';

const pageRows = 20_000;

function* pagesOf(sessions: Iterable<MadeSession>): Generator<readonly MadeSession[]> {
  let page: MadeSession[] = [];
  for (const session of sessions) {
    page.push(session);
    if (page.length < pageRows) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** @param firstNumber of the session ids */
export async function insertSessions(
  databaseUrl: string,
  sessions: Iterable<MadeSession>,
  firstNumber: number,
): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) insertIntoSqlite(databaseUrl, sessions, firstNumber);
  else await insertIntoPostgres(databaseUrl, sessions, firstNumber);
}

function insertIntoSqlite(databaseUrl: string, sessions: Iterable<MadeSession>, firstNumber: number): void {
  const db = new Database(databaseUrl.slice('sqlite:'.length));
  const insert = db.query<object, [number, number, string, number, string, string | null]>(
    `INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
  );
  const insertPage = db.transaction((page: readonly MadeSession[], number: number) => {
    for (const [index, { sequentialId, endedAt, startedAt, reason, context }] of page.entries()) {
      const sessionId = `00000000-0000-7000-9000-${(number + index).toString(16).padStart(12, '0')}`;
      const texts = [reasons[reason] ?? '', context === null ? null : (contexts[context] ?? '')] as const;
      insert.run(sequentialId, endedAt, sessionId, startedAt, ...texts);
    }
  });
  db.run('PRAGMA synchronous = OFF');
  let number = firstNumber;
  for (const page of pagesOf(sessions)) {
    insertPage(page, number);
    number += page.length;
  }
  db.run('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

const insertIntoEnded = `
  INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context)
  SELECT sequential_id, ended_at, ('00000000-0000-7000-9000-' || lpad(to_hex($1::bigint + row - 1), 12, '0'))::uuid,
    started_at, ($2::text[])[reason + 1], ($3::text[])[context + 1]
  FROM unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::int[], $8::int[])
    WITH ORDINALITY AS input (sequential_id, ended_at, started_at, reason, context, row)`;

async function insertIntoPostgres(
  databaseUrl: string,
  sessions: Iterable<MadeSession>,
  firstNumber: number,
): Promise<void> {
  const sql = new SQL(databaseUrl, { max: 1 });
  await sql.unsafe('SET synchronous_commit = off');
  const names = [[...reasons], [...contexts]].map((values) => sql.array(values, 'TEXT'));
  let number = firstNumber;
  // The next page is made while the server has the last one.
  let last: Promise<unknown> = Promise.resolve();
  for (const page of pagesOf(sessions)) {
    const columns = [
      ...[bigints(page.map((row) => row.sequentialId)), bigints(page.map((row) => row.endedAt))],
      ...[bigints(page.map((row) => row.startedAt)), integers(page.map((row) => row.reason))],
      integers(page.map((row) => row.context)),
    ];
    await last;
    last = sql.unsafe(insertIntoEnded, [number, ...names, ...columns]).execute();
    number += page.length;
  }
  await last;
  for (const statement of ['VACUUM ANALYZE ended_sessions', 'CHECKPOINT']) await sql.unsafe(statement);
  await sql.close();
}

/** Makes the partitions of all months of some days up to a time, on PostgreSQL. */
export async function createPartitions(databaseUrl: string, until: number, days: number): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) return;
  const months: number[] = [];
  for (let month = monthStart(until - days * dayMilliseconds); month < until; month = monthStart(month, 1))
    months.push(month);
  const sql = new SQL(databaseUrl, { max: 1 });
  await sql.begin(async (transaction) => {
    await keepPartitions(queriesOf(transaction), months);
  });
  await sql.close();
}

/** Changes the row of the count from outside, for a state that a measurement begins with. */
export async function changeCount(databaseUrl: string, assignments: string): Promise<void> {
  const statement = `UPDATE statistics_state SET ${assignments}, version = version + 1 WHERE id = 1`;
  if (databaseUrl.startsWith('sqlite:')) {
    const db = new Database(databaseUrl.slice('sqlite:'.length));
    db.run('PRAGMA busy_timeout = 5000');
    db.run(statement);
    db.close();
    return;
  }
  const sql = new SQL(databaseUrl, { max: 1 });
  await sql.unsafe(statement);
  await sql.close();
}
