// The import of records into PostgreSQL: many records of a type in one statement. Existing records stay as they are.
import {
  type ActiveSessionRecord,
  type AuditEntryRecord,
  type EndedSessionRecord,
  type ErasedPlayerRecord,
  fromVersionRecord,
  type Imported,
  type MetadataVersionRecord,
  recordsOf,
  type TransferRecord,
} from '../ports/transfer.ts';
import { noPlayerId, writtenVersion } from '../shared/audit.ts';
import { bigints, integers, texts, uuids } from './arrays.ts';
import { auditColumns } from './audit.ts';
import type { Statements } from './executor.ts';
import { type ImportStep, importPlayers } from './import-players.ts';
import { findAccepted, importStatistics } from './statistics-transfer.ts';
import { storedColumns } from './versions.ts';

/** @param statisticsDigest names the export, if it has statistics */
export async function importRecords(
  sql: Statements,
  records: readonly TransferRecord[],
  statisticsDigest: string | undefined,
): Promise<Imported> {
  const statistics = {
    heads: recordsOf(records, 'statistics'),
    days: recordsOf(records, 'statistics-day'),
    players: recordsOf(records, 'statistics-player'),
  };
  const steps = [
    await importErased(sql, recordsOf(records, 'erased-player')),
    await importPlayers(sql, recordsOf(records, 'player')),
    await importVersions(sql, recordsOf(records, 'metadata-version')),
    await importActive(sql, recordsOf(records, 'active-session')),
    await importStatistics(sql, statistics, statisticsDigest),
    await importEnded(sql, recordsOf(records, 'ended-session'), statisticsDigest),
    await importAudit(sql, recordsOf(records, 'audit-entry')),
  ];
  const added = steps.reduce((sum, step) => sum + step.added, 0);
  const there = steps.reduce((sum, step) => sum + step.there, 0);
  return { added, present: there - added, left: records.length - there };
}

async function countOf(sql: Statements, text: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = await sql.unsafe(text, [...parameters]);
  return Number(row.count);
}

// The count of unseen starts goes up, as with a start (start-sessions.sql).
export const insertActive = `WITH counted AS (
       UPDATE metadata
       SET unseen_starts = metadata.unseen_starts + 1
       FROM unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::text[])
         AS input (sequential_id, session_id, started_at, last_activity, context)
       WHERE metadata.sequential_id = input.sequential_id AND NOT EXISTS (
         SELECT FROM ended_sessions
         WHERE ended_sessions.sequential_id = input.sequential_id AND ended_sessions.session_id = input.session_id
       )
       RETURNING input.*
     )
     INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity, context)
     SELECT * FROM counted ON CONFLICT DO NOTHING RETURNING sequential_id`;

async function importActive(sql: Statements, active: readonly ActiveSessionRecord[]): Promise<ImportStep> {
  if (active.length === 0) return { added: 0, there: 0 };
  const ids = bigints(active.map((row) => row.sequentialId));
  const sessions = uuids(active.map((row) => row.sessionId));
  const added = await sql.unsafe(insertActive, [
    ids,
    sessions,
    bigints(active.map((row) => row.startedAt)),
    bigints(active.map((row) => row.lastActivity)),
    texts(active.map((row) => row.context)),
  ]);
  const there = await countOf(
    sql,
    `SELECT count(*) AS count FROM unnest($1::bigint[], $2::uuid[]) AS input (sequential_id, session_id)
     JOIN active_sessions ON active_sessions.sequential_id = input.sequential_id
       AND active_sessions.session_id = input.session_id`,
    [ids, sessions],
  );
  return { added: added.length, there };
}

async function importEnded(
  sql: Statements,
  ended: readonly EndedSessionRecord[],
  statisticsDigest: string | undefined,
): Promise<ImportStep> {
  if (ended.length === 0) return { added: 0, there: 0 };
  const marksHold = (await findAccepted(sql, statisticsDigest)) !== undefined;
  const there = await findVersions(sql, ended);
  const added = await sql.unsafe(
    `INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context, counted)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::smallint[]) ON CONFLICT DO NOTHING
     RETURNING sequential_id`,
    [
      bigints(ended.map((row) => row.sequentialId)),
      bigints(ended.map((row) => row.endedAt)),
      uuids(ended.map((row) => row.sessionId)),
      bigints(ended.map((row) => row.startedAt)),
      texts(ended.map((row) => row.reason)),
      // Sessions of players who were erased meanwhile are left out.
      texts(ended.map((row) => (there.has(row.sequentialId) ? row.context : null))),
      integers(ended.map((row) => (marksHold ? (row.counted ?? 0) : 0))),
    ],
  );
  return { added: added.length, there: ended.length };
}

/** The metadata versions of the players that exist, by sequential id. */
async function findVersions(
  sql: Statements,
  records: readonly { readonly sequentialId: number }[],
): Promise<Map<number, number>> {
  if (records.length === 0) return new Map();
  const ids = [...new Set(records.map((row) => row.sequentialId))];
  const rows: { id: number; version: number }[] = await sql.unsafe(
    `SELECT sequential_id::float8 AS id, version::float8 AS version FROM metadata
     WHERE sequential_id = ANY ($1::bigint[])`,
    [bigints(ids)],
  );
  return new Map(rows.map((row) => [row.id, row.version]));
}

/** An entry about a write that the metadata here has not seen is left out, like a kept version that is newer than the metadata. */
async function importAudit(sql: Statements, records: readonly AuditEntryRecord[]): Promise<ImportStep> {
  if (records.length === 0) return { added: 0, there: 0 };
  const entries = records.map((record) => ({ ...record, sequentialId: record.sequentialId ?? noPlayerId }));
  const versions = await findVersions(sql, entries);
  const seen = entries.filter((row) => {
    const current = versions.get(row.sequentialId);
    return current === undefined || (writtenVersion(row) ?? 0) <= current;
  });
  const added = await sql.unsafe(
    `INSERT INTO audit_entries (sequential_id, audit_id, key_id, key_name, action, detail, request_id, at)
     SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[])
     ON CONFLICT DO NOTHING RETURNING audit_id`,
    [...auditColumns(seen), bigints(seen.map((row) => row.at))],
  );
  return { added: added.length, there: seen.length };
}

async function importErased(sql: Statements, erased: readonly ErasedPlayerRecord[]): Promise<ImportStep> {
  if (erased.length === 0) return { added: 0, there: 0 };
  const added = await sql.unsafe(
    `INSERT INTO erased_players (player_digest, erased_at)
     SELECT * FROM unnest($1::text[], $2::bigint[]) ON CONFLICT DO NOTHING RETURNING player_digest`,
    [texts(erased.map((row) => row.digest)), bigints(erased.map((row) => row.erasedAt))],
  );
  return { added: added.length, there: erased.length };
}

async function importVersions(
  sql: Statements,
  records: readonly MetadataVersionRecord[],
): Promise<ImportStep> {
  if (records.length === 0) return { added: 0, there: 0 };
  const past = await leaveOutFuture(sql, records);
  const added = await sql.unsafe(
    `INSERT INTO metadata_versions (sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes,
       base_version, key_id, content)
     SELECT added.sequential_id, added.version, added.written_at, added.session_id, added.by_server, added.kept_at, added.milestone,
       added.size_bytes, added.base_version, added.key_id, substring($12::bytea FROM added.start FOR added.length)
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[], $5::boolean[], $6::bigint[], $7::boolean[], $8::int[],
       $9::bigint[], $13::text[], $10::int[], $11::int[])
       AS added (sequential_id, version, written_at, session_id, by_server, kept_at, milestone, size_bytes, base_version, key_id,
         start, length)
     ON CONFLICT DO NOTHING RETURNING version`,
    [bigints(past.map((row) => row.sequentialId)), ...storedColumns(past.map(fromVersionRecord))],
  );
  const there = await countOf(
    sql,
    `SELECT count(*) AS count FROM unnest($1::bigint[], $2::bigint[]) AS input (sequential_id, version)
     JOIN metadata_versions ON metadata_versions.sequential_id = input.sequential_id
       AND metadata_versions.version = input.version`,
    [bigints(records.map((row) => row.sequentialId)), bigints(records.map((row) => row.version))],
  );
  return { added: added.length, there };
}

/**
 * A file may be newer than the database. Then it has versions that the database has not reached yet, and versions based on these.
 */
async function leaveOutFuture(
  sql: Statements,
  records: readonly MetadataVersionRecord[],
): Promise<readonly MetadataVersionRecord[]> {
  const current = await findVersions(sql, records);
  const rows: { id: number; version: number }[] = await sql.unsafe(
    `SELECT sequential_id::float8 AS id, version::float8 AS version FROM metadata_versions
     WHERE sequential_id = ANY ($1::bigint[])`,
    [bigints([...current.keys()])],
  );
  const keyOf = (id: number, version: number): string => `${id} ${version}`;
  const kept = new Set(rows.map((row) => keyOf(row.id, row.version)));
  return records.filter(({ sequentialId: id, version, baseVersion }) => {
    const isPast = version < (current.get(id) ?? 0);
    const isReadable = baseVersion === null || kept.has(keyOf(id, baseVersion));
    if (isPast && isReadable) kept.add(keyOf(id, version));
    return isPast && isReadable;
  });
}
