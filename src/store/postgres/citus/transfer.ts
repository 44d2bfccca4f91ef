// Export and import on Citus, which joins no table of names with one of sequential ids: each is read by its own keys, and their
// rows are put together here.
import type { SQL } from 'bun';
import { systemClock } from '../../../lib/clock.ts';
import { texts } from '../arrays.ts';
import type { Queries, Statements } from '../executor.ts';
import { players, type Row } from '../export-sources.ts';
import { insertActive } from '../import.ts';
import { digestOf, findImported, forgetErasures } from '../import-players.ts';
import { acceptHead } from '../statistics-transfer.ts';
import { isDistributed } from './cluster.ts';
import { asText, type Parameters, type Translation, type Translations } from './executor.ts';
import { createDistributedPartition } from './partitions.ts';
import { snapshotTranslations } from './snapshot.ts';
import { replacePart } from './statement-text.ts';
import { translate } from './statements.ts';

export interface DistributedTransfer {
  /** What runs the plain statements of an export or an import on a connection. */
  statements(connection: Statements): Statements;
  readonly createPartition: typeof createDistributedPartition;
  /**
   * Begins an export while no process counts sessions. A count commits on the coordinator a moment before it does on the workers, so
   * an export that begins in between would have sums without marks.
   */
  whileNotCounting<T>(sql: SQL, begin: () => Promise<T>): Promise<T>;
}

/** @returns undefined on one server */
export async function findDistributedTransfer(queries: Queries): Promise<DistributedTransfer | undefined> {
  if (!(await isDistributed(queries))) return undefined;
  return {
    statements: (connection) => translate(connection, translations),
    createPartition: createDistributedPartition,
    whileNotCounting,
  };
}

/** A process that counts finds that its lease is gone, and begins again later. */
const takeLease = `UPDATE statistics_state SET lease_holder = $2::text,
    lease_until = floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint + $1::bigint
  WHERE id = 1`;
const giveLeaseBack =
  'UPDATE statistics_state SET lease_holder = NULL, lease_until = 0 WHERE id = 1 AND lease_holder = $1::text';

/** A commit on the workers follows that on the coordinator by less than this time. */
const commitMilliseconds = 1_000;

async function whileNotCounting<T>(sql: SQL, begin: () => Promise<T>): Promise<T> {
  const holder = `export ${crypto.randomUUID()}`;
  await sql.unsafe(takeLease, [5 * commitMilliseconds, holder]);
  await systemClock.sleep(commitMilliseconds);
  try {
    return await begin();
  } finally {
    await sql.unsafe(giveLeaseBack, [holder]);
  }
}

const pageOfMetadata = replacePart(
  replacePart(players.text, 'registered_at, ', ''),
  'FROM metadata JOIN players ON players.player_id = metadata.player_id',
  'FROM metadata',
);
const findRegistrations = `SELECT player_id, sequential_id, registered_at FROM players WHERE player_id = ANY ($1::text[])`;

/** A page of players. A player whose name is gone was erased between the snapshots of two workers, and is left out. */
async function listPlayers(queries: Queries, [first, rows]: Parameters): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (let after = first; found.length < Number(rows); ) {
    const wanted = Number(rows) - found.length;
    const page = await queries.query<Row>(pageOfMetadata, [after, wanted]);
    const registrations = await queries.query<Row>(findRegistrations, [
      texts(page.map((row) => row.player_id ?? '')),
    ]);
    const byId = new Map(registrations.map((row) => [String(row.sequential_id), row.registered_at ?? null]));
    for (const row of page) {
      const registeredAt = byId.get(String(row.sequential_id));
      if (registeredAt !== undefined) found.push({ ...row, registered_at: registeredAt });
    }
    after = page.at(-1)?.sequential_id;
    if (page.length < wanted) break;
  }
  return found;
}

interface ImportedRow {
  readonly id: number;
  readonly name: string;
  readonly same: boolean;
}

const findNames = `SELECT players.sequential_id::float8 AS id, players.player_id AS name
  FROM unnest($1::bigint[], $2::text[]) AS input (sequential_id, player_id)
  JOIN players ON players.player_id = input.player_id AND players.sequential_id = input.sequential_id`;
const findMetadata = `SELECT metadata.sequential_id::float8 AS id, metadata.player_id AS name,
    metadata.version = input.version AND metadata.text IS NOT DISTINCT FROM input.text AS same
  FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[]) AS input (sequential_id, player_id, version, text)
  JOIN metadata ON metadata.sequential_id = input.sequential_id AND metadata.player_id = input.player_id`;

async function countImported(queries: Queries, parameters: Parameters): Promise<readonly object[]> {
  const named = await queries.query<ImportedRow>(findNames, parameters.slice(0, 2));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const rows = (await queries.query<ImportedRow>(findMetadata, parameters)).filter(
    ({ id, name }) => names.get(id) === name,
  );
  return [{ count: rows.length, same: rows.filter(({ same }) => same).length }];
}

const noEndedSession = 'AND NOT EXISTS (SELECT 1 FROM ended_sessions)';
const acceptWithoutLook = replacePart(acceptHead, noEndedSession, '');

async function accept(queries: Queries, parameters: Parameters): Promise<readonly object[]> {
  const ended = await queries.query('SELECT 1 FROM ended_sessions LIMIT 1');
  return ended.length > 0 ? [] : queries.query(acceptWithoutLook, parameters);
}

const namesAtOnce = 10_000;
const listDigests = `SELECT player_id AS name, ${digestOf('player_id')} AS digest FROM players
  WHERE player_id > $1::text ORDER BY player_id LIMIT ${namesAtOnce}`;
const deleteDigests = 'DELETE FROM erased_players WHERE player_digest = ANY ($1::text[])';

/** The digests of all names would be too much for one statement. */
async function forget(queries: Queries): Promise<readonly object[]> {
  const erased = await queries.query('SELECT FROM erased_players LIMIT 1');
  for (let after = ''; erased.length > 0; ) {
    const page = await queries.query<{ name: string; digest: string }>(listDigests, [after]);
    await queries.query(deleteDigests, [texts(page.map(({ digest }) => digest))]);
    if (page.length < namesAtOnce) break;
    after = page.at(-1)?.name ?? '';
  }
  return [];
}

const translations: Translations = new Map<string, Translation>([
  ...snapshotTranslations,
  [players.text, listPlayers],
  [findImported, countImported],
  [acceptHead, accept],
  [forgetErasures, forget],
  [
    insertActive,
    // The join has to name the distribution columns of both tables.
    asText(
      replacePart(
        insertActive,
        'WHERE ended_sessions.sequential_id = input.sequential_id',
        'WHERE ended_sessions.sequential_id = metadata.sequential_id',
      ),
    ),
  ],
]);
