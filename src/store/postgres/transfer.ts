// Export from and import into PostgreSQL. An export reads from one snapshot, whatever is written meanwhile.
import { SQL } from 'bun';
import {
  IMPORT_MAX_COUNTED_IDS,
  IMPORT_MAX_PARTITIONS,
  IMPORT_STEP_IDS,
  TRANSFER_PAGE_ROWS,
} from '../../tuning.ts';
import type { AuditAction } from '../ports/audit.ts';
import type { EndReason } from '../ports/sessions.ts';
import {
  type ActiveSessionRecord,
  type AuditEntryRecord,
  type EndedSessionRecord,
  type ErasedPlayerRecord,
  type ExportPage,
  type Imported,
  type MetadataVersionRecord,
  type PlayerRecord,
  recordsOf,
  type Transfer,
  type TransferRecord,
} from '../ports/transfer.ts';
import { noPlayerId, toAuditRow } from '../shared/audit.ts';
import { monthStart } from '../shared/history-months.ts';
import { insertAuditRows } from './audit.ts';
import { editStatements } from './edit-statements.ts';
import { type ExecutorOptions, queriesOf } from './executor.ts';
import { meaningOf } from './faults.ts';
import { digestOf, importRecords } from './import.ts';
import { readIndexSet } from './index-lease.ts';
import { keepPartitions } from './partitions.ts';
import { completeStatistics, readStatistics } from './statistics-transfer.ts';

/** The key of the advisory lock. Any number that nothing else in the database uses. */
const lock = 7_529_361_043;

const firstUuid = '00000000-0000-0000-0000-000000000000';

/** For a database whose schema is up to date. */
export function openPostgresTransfer(
  options: Pick<ExecutorOptions, 'url' | 'caFile' | 'preparedStatements'> & {
    readonly sessionTimeoutSeconds: number;
    /** The clock of a test. Otherwise the clock of the database decides. */
    readonly now: (() => number) | undefined;
  },
): Transfer {
  const { url, caFile, preparedStatements: prepare, sessionTimeoutSeconds, now } = options;
  const sql = new SQL(url, {
    max: 2,
    prepare,
    ...(caFile !== undefined && { tls: { ca: Bun.file(caFile) } }),
  });
  const monthsSeen = new Set<number>();
  let statisticsDigest: string | undefined;

  /** Makes the partitions of the months. Where that is not possible now, the rows go into `ended_sessions_other`. */
  async function preparePartitions(ended: readonly EndedSessionRecord[]): Promise<void> {
    const months = new Set(ended.map((row) => monthStart(row.endedAt)));
    const fresh = [...months].filter((month) => !monthsSeen.has(month));
    if (fresh.length === 0 || monthsSeen.size + fresh.length > IMPORT_MAX_PARTITIONS) return;
    for (const month of fresh) monthsSeen.add(month);
    try {
      await sql.begin((transaction) => keepPartitions(queriesOf(transaction), fresh));
    } catch (error) {
      if (meaningOf(error) !== 'unavailable') throw error;
    }
  }

  return {
    read: () => readAll(sql, sessionTimeoutSeconds * 1000),
    async importRecords(records) {
      await preparePartitions(recordsOf(records, 'ended-session'));
      // Later records belong to the statistics of the same export.
      statisticsDigest = recordsOf(records, 'statistics')[0]?.digest ?? statisticsDigest;
      return sql.begin((transaction) =>
        importRecords(transaction, records, statisticsDigest),
      ) as Promise<Imported>;
    },
    async forgetErasuresOfPlayers() {
      await sql.unsafe(
        `DELETE FROM erased_players WHERE player_digest IN (SELECT ${digestOf('player_id')} FROM players)`,
      );
    },
    async reserveSequentialIds(last) {
      await sql.begin((transaction) => advanceSequence(transaction, last));
    },
    async completeStatistics() {
      await sql.unsafe(completeStatistics);
    },
    recordImport: (audited) => insertAuditRows(queriesOf(sql), [toAuditRow(audited, null)], now?.() ?? null),
    close: () => sql.close({ timeout: 5 }),
  };
}

/**
 * Brings the sequence to `last`, and never back: an id that a running service took meanwhile would be given twice. So the
 * sequence is counted up, as at registrations. It is set only across a gap that is too wide to count, which a rollback does not
 * undo. The advisory lock keeps another import from setting it further in between. `ALTER SEQUENCE` would lock it, but Citus
 * refuses that.
 */
async function advanceSequence(sql: SQL, last: number): Promise<void> {
  await sql.unsafe('SELECT pg_advisory_xact_lock($1::bigint)', [lock]);
  for (;;) {
    const missing = last - (await lastSequentialId(sql));
    if (missing <= 0) return;
    if (missing > IMPORT_MAX_COUNTED_IDS) {
      await sql.unsafe("SELECT setval('player_sequential_id', $1::bigint)", [last]);
    } else {
      await sql.unsafe("SELECT count(nextval('player_sequential_id')) FROM generate_series(1, $1::bigint)", [
        Math.min(missing, IMPORT_STEP_IDS),
      ]);
    }
  }
}

/** The highest sequential id ever given; 0 before the first. */
async function lastSequentialId(sql: SQL): Promise<number> {
  const [row] = await sql.unsafe(
    'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM player_sequential_id',
  );
  return Number(row.last);
}

async function* readAll(sql: SQL, sessionTimeoutMilliseconds: number): AsyncGenerator<ExportPage> {
  const connection = await sql.reserve();
  const indexLease = { current: readIndexSet };
  const { wereSessionsOver } = editStatements({ now: () => null, sessionTimeoutMilliseconds, indexLease });
  try {
    await connection.unsafe('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await connection.unsafe('SET LOCAL idle_in_transaction_session_timeout = 0');
    // A sequence has no snapshots. It is read after the snapshot of the rows was taken.
    await connection.unsafe('SELECT FROM players LIMIT 1');
    yield { lastSequentialId: await lastSequentialId(connection) };
    yield* pages(connection, erasedPlayers);
    yield* pages(connection, players, async (rows) => {
      const ids = rows.map((row) => Number(row.sequential_id));
      const wereOver = await wereSessionsOver(queriesOf(connection), ids);
      return rows.map((row, index) => (wereOver[index] ? { ...row, session_id: null } : row));
    });
    yield* pages(connection, metadataVersions);
    yield* pages(connection, activeSessions);
    yield* readStatistics(connection, TRANSFER_PAGE_ROWS);
    yield* pages(connection, endedSessions);
    yield* pages(connection, auditEntries);
    await connection.unsafe('COMMIT');
  } finally {
    await connection.release();
  }
}

interface Source {
  readonly text: string;
  /** The key before the first row, and the key of a row. The next page begins after the key of the last row. */
  readonly first: readonly unknown[];
  readonly keyOf: (row: Row) => readonly unknown[];
  readonly toRecord: (row: Row) => TransferRecord;
}

type Row = Readonly<Record<string, string | null>>;

/** @param amend corrects the rows of a page by a further statement */
async function* pages(
  sql: SQL,
  source: Source,
  amend: (rows: readonly Row[]) => Promise<readonly Row[]> = async (rows) => rows,
): AsyncGenerator<readonly TransferRecord[]> {
  for (let after = source.first; ; ) {
    const rows: Row[] = await sql.unsafe(source.text, [...after, TRANSFER_PAGE_ROWS]);
    if (rows.length > 0) yield (await amend(rows)).map(source.toRecord);
    const last = rows.at(-1);
    if (!last || rows.length < TRANSFER_PAGE_ROWS) return;
    after = source.keyOf(last);
  }
}

const erasedPlayers: Source = {
  text: `SELECT player_digest AS digest, erased_at FROM erased_players
    WHERE player_digest > $1::text ORDER BY player_digest LIMIT $2::int`,
  first: [''],
  keyOf: (row) => [row.digest],
  toRecord: (row): ErasedPlayerRecord => ({
    type: 'erased-player',
    digest: row.digest ?? '',
    erasedAt: Number(row.erased_at),
  }),
};

const players: Source = {
  text: `SELECT metadata.sequential_id, metadata.player_id, registered_at, version, text, written_at, by_server,
      written_session_id AS session_id, kept_at, CASE WHEN by_server THEN written_key_id END AS key_id, suspended_until,
      suspension_reason, last_seen_at
    FROM metadata JOIN players ON players.player_id = metadata.player_id
    WHERE metadata.sequential_id > $1::bigint ORDER BY metadata.sequential_id LIMIT $2::int`,
  first: [0],
  keyOf: (row) => [row.sequential_id],
  toRecord: (row): PlayerRecord => ({
    type: 'player',
    sequentialId: Number(row.sequential_id),
    playerId: row.player_id ?? '',
    registeredAt: Number(row.registered_at),
    metadataVersion: Number(row.version),
    metadataText: row.text ?? null,
    writtenAt: numberOrNull(row.written_at),
    writtenBy: row.by_server ? 'server' : 'player',
    sessionId: row.session_id ?? null,
    keptAt: numberOrNull(row.kept_at),
    keyId: row.key_id ?? null,
    suspendedUntil: numberOrNull(row.suspended_until),
    suspensionReason: row.suspension_reason ?? null,
    lastSeenAt: numberOrNull(row.last_seen_at),
  }),
};

// Newest first, since the base of a version is newer.
const metadataVersions: Source = {
  text: `SELECT sequential_id, version, written_at, session_id, by_server, key_id, kept_at, milestone, size_bytes, base_version,
      encode(content, 'base64') AS content
    FROM metadata_versions
    WHERE sequential_id > $1::bigint OR (sequential_id = $1::bigint AND version < $2::bigint)
    ORDER BY sequential_id, version DESC LIMIT $3::int`,
  first: [0, 0],
  keyOf: (row) => [row.sequential_id, row.version],
  toRecord: (row): MetadataVersionRecord => ({
    type: 'metadata-version',
    sequentialId: Number(row.sequential_id),
    version: Number(row.version),
    writtenAt: numberOrNull(row.written_at),
    sessionId: row.session_id ?? null,
    by: row.by_server ? 'server' : 'player',
    keyId: row.key_id ?? null,
    keptAt: Number(row.kept_at),
    milestone: Boolean(row.milestone),
    sizeBytes: Number(row.size_bytes),
    baseVersion: numberOrNull(row.base_version),
    content: (row.content ?? '').replaceAll('\n', ''),
  }),
};

const numberOrNull = (value: string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

const activeSessions: Source = {
  text: `SELECT sequential_id, session_id, started_at, last_activity, context FROM active_sessions
    WHERE sequential_id > $1::bigint ORDER BY sequential_id LIMIT $2::int`,
  first: [0],
  keyOf: (row) => [row.sequential_id],
  toRecord: (row): ActiveSessionRecord => ({
    type: 'active-session',
    sequentialId: Number(row.sequential_id),
    sessionId: row.session_id ?? '',
    startedAt: Number(row.started_at),
    lastActivity: Number(row.last_activity),
    context: row.context ?? null,
  }),
};

const endedSessions: Source = {
  text: `SELECT sequential_id, ended_at, session_id, started_at, reason, context, counted FROM ended_sessions
    WHERE (sequential_id, ended_at, session_id) > ($1::bigint, $2::bigint, $3::uuid)
    ORDER BY sequential_id, ended_at, session_id LIMIT $4::int`,
  first: [0, 0, firstUuid],
  keyOf: (row) => [row.sequential_id, row.ended_at, row.session_id],
  toRecord: (row): EndedSessionRecord => ({
    type: 'ended-session',
    sequentialId: Number(row.sequential_id),
    sessionId: row.session_id ?? '',
    startedAt: Number(row.started_at),
    endedAt: Number(row.ended_at),
    reason: row.reason as EndReason,
    context: row.context ?? null,
    counted: Number(row.counted) as EndedSessionRecord['counted'],
  }),
};

const auditEntries: Source = {
  text: `SELECT sequential_id, at, audit_id, key_id, key_name, action, detail, request_id FROM audit_entries
    WHERE (sequential_id, at, audit_id) > ($1::bigint, $2::bigint, $3::uuid)
    ORDER BY sequential_id, at, audit_id LIMIT $4::int`,
  first: [noPlayerId, 0, firstUuid],
  keyOf: (row) => [row.sequential_id, row.at, row.audit_id],
  toRecord: (row): AuditEntryRecord => ({
    type: 'audit-entry',
    auditId: row.audit_id ?? '',
    at: Number(row.at),
    keyId: row.key_id ?? null,
    keyName: row.key_name ?? '',
    action: row.action as AuditAction,
    sequentialId: Number(row.sequential_id) === noPlayerId ? null : Number(row.sequential_id),
    detail: row.detail ?? null,
    requestId: row.request_id ?? null,
  }),
};
