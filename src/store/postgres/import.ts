// The import of records into PostgreSQL: many records of a type in one statement. Existing records stay as they are.
import { writtenVersion } from '../ports/audit.ts';
import { auditEntries } from '../ports/rows/audit.ts';
import { erasedPlayers } from '../ports/rows/others.ts';
import { activeSessions, endedSessions } from '../ports/rows/sessions.ts';
import { namesOf } from '../ports/rows/table.ts';
import {
  type ActiveSessionRecord,
  type AuditEntryRecord,
  type EndedSessionRecord,
  type ErasedPlayerRecord,
  fromVersionRecord,
  type Imported,
  type MetadataLossRecord,
  type MetadataVersionRecord,
  recordsOf,
  type TransferRecord,
} from '../ports/transfer.ts';
import { noPlayerId } from '../shared/audit.ts';
import type { Queries } from './executor.ts';
import { type ImportContext, type ImportStep, importPlayers } from './import-players.ts';
import { lossColumns } from './losses.ts';
import { arraysOf } from './rows.ts';
import {
  countActive,
  countVersions,
  findKeptVersions,
  findVersions as findMetadataVersions,
  importActive as importActiveSessions,
  importAudit as importAuditEntries,
  importEnded as importEndedSessions,
  importErased as importErasedPlayers,
  importVersions as importKeptVersions,
  importLosses as importMarks,
} from './sql/statements.ts';
import { findAccepted, importStatistics } from './statistics-transfer.ts';
import { storedColumns } from './versions.ts';

const arraysOfErased = arraysOf(namesOf(erasedPlayers));
const arraysOfActive = arraysOf(namesOf(activeSessions));
const arraysOfEnded = arraysOf(namesOf(endedSessions));
const arraysOfAudit = arraysOf(namesOf(auditEntries));

/** @param statisticsDigest names the export, if it has statistics */
export async function importRecords(
  queries: Queries,
  records: readonly TransferRecord[],
  { statisticsDigest, ...context }: ImportContext & { readonly statisticsDigest: string | undefined },
): Promise<Imported> {
  const statistics = {
    heads: recordsOf(records, 'statistics'),
    days: recordsOf(records, 'statistics-day'),
    players: recordsOf(records, 'statistics-player'),
  };
  const steps = [
    await importErased(queries, recordsOf(records, 'erased-player')),
    await importPlayers(queries, recordsOf(records, 'player'), context),
    await importVersions(queries, recordsOf(records, 'metadata-version')),
    await importLosses(queries, recordsOf(records, 'metadata-loss')),
    await importActive(queries, recordsOf(records, 'active-session')),
    await importStatistics(queries, statistics, statisticsDigest),
    await importEnded(queries, recordsOf(records, 'ended-session'), statisticsDigest),
    await importAudit(queries, recordsOf(records, 'audit-entry')),
  ];
  const added = steps.reduce((sum, step) => sum + step.added, 0);
  const there = steps.reduce((sum, step) => sum + step.there, 0);
  return { added, present: there - added, left: records.length - there };
}

async function importActive(queries: Queries, active: readonly ActiveSessionRecord[]): Promise<ImportStep> {
  if (active.length === 0) return { added: 0, there: 0 };
  const arrays = arraysOfActive(active);
  const added = await queries.run(importActiveSessions, arrays);
  const [there] = await queries.run(countActive, { ids: arrays.sequentialId, sessionIds: arrays.sessionId });
  return { added: added.length, there: there?.count ?? 0 };
}

async function importEnded(
  queries: Queries,
  ended: readonly EndedSessionRecord[],
  statisticsDigest: string | undefined,
): Promise<ImportStep> {
  if (ended.length === 0) return { added: 0, there: 0 };
  const marksHold = (await findAccepted(queries, statisticsDigest)) !== undefined;
  const there = await findVersions(queries, ended);
  const rows = ended.map((row) => ({
    ...row,
    // Contexts and installations of players who were erased meanwhile are left out.
    ...(there.has(row.sequentialId) ? {} : { context: null, installationId: null }),
    counted: marksHold ? (row.counted ?? 0) : 0,
  }));
  const added = await queries.run(importEndedSessions, arraysOfEnded(rows));
  return { added: added.length, there: ended.length };
}

/** The metadata versions of the players that exist, by sequential id. */
async function findVersions(
  queries: Queries,
  records: readonly { readonly sequentialId: number }[],
): Promise<Map<number, number>> {
  if (records.length === 0) return new Map();
  const ids = [...new Set(records.map((row) => row.sequentialId))];
  const rows = await queries.run(findMetadataVersions, { ids });
  return new Map(rows.map((row) => [row.id, row.version]));
}

/** An entry about a write that the metadata here has not seen is left out, like a kept version that is newer than the metadata. */
async function importAudit(queries: Queries, records: readonly AuditEntryRecord[]): Promise<ImportStep> {
  if (records.length === 0) return { added: 0, there: 0 };
  const idOf = (row: AuditEntryRecord): number => row.sequentialId ?? noPlayerId;
  const versions = await findVersions(
    queries,
    records.map((row) => ({ sequentialId: idOf(row) })),
  );
  const seen = records.filter((row) => {
    const current = versions.get(idOf(row));
    return current === undefined || (writtenVersion(row) ?? 0) <= current;
  });
  const added = await queries.run(importAuditEntries, arraysOfAudit(seen));
  return { added: added.length, there: seen.length };
}

async function importErased(queries: Queries, erased: readonly ErasedPlayerRecord[]): Promise<ImportStep> {
  if (erased.length === 0) return { added: 0, there: 0 };
  const added = await queries.run(importErasedPlayers, arraysOfErased(erased));
  return { added: added.length, there: erased.length };
}

async function importVersions(
  queries: Queries,
  records: readonly MetadataVersionRecord[],
): Promise<ImportStep> {
  if (records.length === 0) return { added: 0, there: 0 };
  const past = await leaveOutFuture(queries, records);
  const rows = past.map((record) => ({ ...fromVersionRecord(record), sequentialId: record.sequentialId }));
  const added = await queries.run(importKeptVersions, storedColumns(rows));
  const [there] = await queries.run(countVersions, {
    ids: records.map((row) => row.sequentialId),
    versions: records.map((row) => row.version),
  });
  return { added: added.length, there: there?.count ?? 0 };
}

/** A loss that the metadata here has not seen is left out, like a kept version newer than the metadata. */
async function importLosses(queries: Queries, records: readonly MetadataLossRecord[]): Promise<ImportStep> {
  if (records.length === 0) return { added: 0, there: 0 };
  const current = await findVersions(queries, records);
  const past = records.filter(({ sequentialId, version }) => version <= (current.get(sequentialId) ?? 0));
  const added = await queries.run(importMarks, lossColumns(past));
  return { added: added.length, there: past.length };
}

/**
 * A file may be newer than the database. Then it has versions that the database has not reached yet, and versions based on these.
 */
async function leaveOutFuture(
  queries: Queries,
  records: readonly MetadataVersionRecord[],
): Promise<readonly MetadataVersionRecord[]> {
  const current = await findVersions(queries, records);
  const rows = await queries.run(findKeptVersions, { ids: [...current.keys()] });
  const keyOf = (id: number, version: number): string => `${id} ${version}`;
  const kept = new Set(rows.map((row) => keyOf(row.id, row.version)));
  return records.filter(({ sequentialId: id, version, baseVersion }) => {
    const isPast = version < (current.get(id) ?? 0);
    const isReadable = baseVersion === null || kept.has(keyOf(id, baseVersion));
    if (isPast && isReadable) kept.add(keyOf(id, version));
    return isPast && isReadable;
  });
}
