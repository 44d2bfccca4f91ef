// The reads of the doctor in SQLite, on a connection that cannot write.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import type { ClockRecord } from '../../lib/clock-skew.ts';
import type { Doctor, Finding } from '../ports/doctor.ts';
import type { Loss } from '../ports/losses.ts';
import { metadataLosses } from '../ports/rows/losses.ts';
import { checkedNames, players } from '../ports/rows/players.ts';
import { checkedNames as checkedVersionNames, metadataVersions } from '../ports/rows/versions.ts';
import { createDoctor } from '../shared/doctor.ts';
import {
  type AuditDetails,
  type DoctorReads,
  type IdRange,
  type IndexEntry,
  type MetadataFacts,
  type NamedPlayer,
  tablesOfPlayers,
  type VersionDetails,
  type VersionKey,
} from '../shared/doctor-reads.ts';
import type { IndexRow } from '../shared/indexes.ts';
import { findClockRecord } from './clock.ts';
import { openForReading, toUnusable, whileOpening } from './database.ts';
import { statisticsReads } from './doctor-statistics.ts';
import { describeFault, isFault } from './fault.ts';
import { readingOf, selectionOf } from './rows.ts';

/** The problems that SQLite names before it stops looking. */
const maxFileProblems = 100;

export function openSqliteDoctor(path: string, clock: Clock): Doctor {
  const db = openForReading(path);
  const reads = whileOpening(path, () => readsOf(db, clock));
  return createDoctor({
    examineFile: async () => examineFile(path, db),
    async snapshot(read) {
      try {
        db.run('BEGIN');
        return await read(reads);
      } catch (error) {
        throw toUnusable(path, error);
      } finally {
        if (db.inTransaction) db.run('COMMIT');
      }
    },
    async close() {
      db.close();
    },
  });
}

/** SQLite compares the structure of the file with itself. It names pages, tables and indexes, and no value. */
function examineFile(path: string, db: Database): readonly Finding[] {
  const problems: string[] = [];
  try {
    const check = db.query<{ quick_check: string }, []>(`PRAGMA quick_check(${maxFileProblems})`);
    for (const { quick_check: rows } of check.iterate()) problems.push(...rows.split('\n'));
  } catch (error) {
    if (!isFault(error)) throw error;
    problems.push(describeFault(path, error));
  }
  return problems
    .filter((problem) => problem !== 'ok')
    .map((problem) => ({ table: 'the file', sequentialId: null, problem }));
}

const inRange = 'sequential_id > ?1 AND sequential_id <= ?2';

const endOf = (table: string, rows: string): string =>
  `(SELECT sequential_id AS id FROM ${table} WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT 1 OFFSET ${rows} - 1)`;

const findEnd = `SELECT min(id) AS "end" FROM (
  ${[endOf('metadata', '?2'), ...tablesOfPlayers.map((table) => endOf(table, '?3'))].map((part) => `SELECT * FROM ${part}`).join(' UNION ALL ')})`;

const listOrphans = tablesOfPlayers
  .map(
    (table) => `SELECT DISTINCT '${table}' AS tableName, sequential_id AS sequentialId FROM ${table}
      WHERE ${inRange} AND NOT EXISTS (SELECT 1 FROM metadata WHERE metadata.sequential_id = ${table}.sequential_id)`,
  )
  .join(' UNION ALL ');

const listMetadata = `SELECT ${selectionOf(players, checkedNames)}, octet_length(text) AS textBytes, index_set AS indexSet,
    indexed_version AS indexedVersion, label_version AS labelVersion, label, folded_name AS foldedName,
    EXISTS (SELECT 1 FROM players WHERE players.sequential_id = metadata.sequential_id) AS hasPlayer
  FROM metadata WHERE ${inRange} ORDER BY sequential_id`;

const listVersions = `SELECT ${selectionOf(metadataVersions, checkedVersionNames)}, octet_length(content) AS contentBytes
  FROM metadata_versions WHERE ${inRange} ORDER BY sequential_id, version DESC`;

const listAudit = `SELECT sequential_id AS sequentialId, at, audit_id AS auditId, action, detail FROM audit_entries
  WHERE (sequential_id, at, audit_id) > (?1, ?2, ?3) AND sequential_id <= ?4
  ORDER BY sequential_id, at, audit_id LIMIT ?5`;

const listLosses = `SELECT ${selectionOf(metadataLosses)} FROM metadata_losses WHERE ${inRange}
  ORDER BY sequential_id, version DESC`;

const listUncleared = `SELECT DISTINCT sequential_id AS id FROM events
  WHERE personal IS NOT NULL AND sequential_id NOT IN (SELECT sequential_id FROM metadata)
    AND sequential_id NOT IN (SELECT sequential_id FROM event_erasures) LIMIT ?1`;

const readVersion = readingOf(metadataVersions);

function readsOf(db: Database, clock: Clock): DoctorReads {
  const prepare = <Row>(text: string) => {
    const query = db.query<Row, SQLQueryBindings[]>(text);
    return async (...values: SQLQueryBindings[]): Promise<Row[]> => query.all(...values);
  };
  const ends = prepare<{ end: number | null }>(findEnd);
  const orphans = prepare<{ tableName: string; sequentialId: number }>(listOrphans);
  const metadata = prepare<MetadataFacts>(listMetadata);
  const versions = prepare<object>(listVersions);
  const losses = prepare<Loss>(listLosses);
  const audit = prepare<AuditDetails>(listAudit);
  const indexes = prepare<IndexRow>(
    `SELECT index_id AS indexId, pointer, type, created_at AS createdAt, declared_at AS declaredAt,
       build_position AS buildPosition, built_at AS builtAt
     FROM metadata_indexes ORDER BY index_id`,
  );
  const entries = prepare<IndexEntry>(
    `SELECT sequential_id AS sequentialId, index_id AS indexId, value FROM metadata_index_entries
     WHERE ${inRange} ORDER BY sequential_id, index_id`,
  );
  const crowded = prepare<{ id: number }>(
    `SELECT sequential_id AS id FROM active_sessions WHERE ${inRange} GROUP BY sequential_id HAVING count(*) > 1`,
  );
  const text = prepare<{ sequentialId: number; text: string | null }>(
    'SELECT sequential_id AS sequentialId, text FROM metadata WHERE sequential_id = ?1',
  );
  const content = prepare<VersionKey & { content: Uint8Array }>(
    `SELECT sequential_id AS sequentialId, version, content FROM metadata_versions WHERE sequential_id = ?1 AND version = ?2`,
  );
  const players = prepare<NamedPlayer>(
    `SELECT player_id AS playerId, sequential_id AS sequentialId,
       EXISTS (SELECT 1 FROM metadata WHERE metadata.sequential_id = players.sequential_id) AS hasMetadata
     FROM players WHERE player_id > ?1 ORDER BY player_id LIMIT ?2`,
  );
  const clockRecord = prepare<ClockRecord>(findClockRecord);
  const uncleared = prepare<{ id: number }>(listUncleared);
  const boundsOf = ({ after, end }: IdRange): [number, number] => [after, end];
  return {
    ...statisticsReads(db),
    now: async () => clock.now(),
    findEnd: async (after, rows) => (await ends(after, rows.players, rows.others))[0]?.end ?? undefined,
    listMetadata: (range) => metadata(...boundsOf(range)),
    findTexts: async (ids) => (await Promise.all(ids.map((id) => text(id)))).flat(),
    listCrowded: async (range) => (await crowded(...boundsOf(range))).map(({ id }) => id),
    listOrphans: (range) => orphans(...boundsOf(range)),
    listVersions: async (range) => (await versions(...boundsOf(range))).map(readVersion<VersionDetails>),
    listLosses: (range) => losses(...boundsOf(range)),
    findContents: async (keys) =>
      (await Promise.all(keys.map(({ sequentialId, version }) => content(sequentialId, version)))).flat(),
    listIndexes: () => indexes(),
    listIndexEntries: (range) => entries(...boundsOf(range)),
    listAudit: ({ end }, { sequentialId, at, auditId }, limit) =>
      audit(sequentialId, at, auditId, end, limit),
    listUncleared: async (limit) => (await uncleared(limit)).map(({ id }) => id),
    countUnplaced: async () => 0,
    findClockRecord: async () => (await clockRecord())[0],
    listPlayers: (afterName, limit) => players(afterName, limit),
  };
}
