// Export from and import into SQLite. An export reads from one snapshot, whatever is written meanwhile.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { TRANSFER_PAGE_ROWS } from '../../tuning.ts';
import {
  type ActiveSessionRecord,
  type AuditEntryRecord,
  type EndedSessionRecord,
  type ErasedPlayerRecord,
  type ExportPage,
  type PlayerRecord,
  recordsOf,
  type StatisticsPlayerRecord,
  type Transfer,
  type TransferRecord,
  toVersionRecord,
} from '../ports/transfer.ts';
import { noPlayerId, toAuditRow } from '../shared/audit.ts';
import { insertAuditOn } from './audit.ts';
import { openDatabase, toUnusable, whileOpening } from './database.ts';
import { whenUnlocked } from './fault.ts';
import { importRecordsOn } from './import.ts';
import { digest } from './players.ts';
import { completeStatistics, readStatistics } from './statistics-transfer.ts';
import { type StoredVersion, storedVersionColumns, toVersionRow } from './versions.ts';

export function openSqliteTransfer(path: string, clock: Clock): Transfer {
  const { db } = openDatabase(path);
  const insert = whileOpening(path, () => importRecordsOn(db));
  return {
    read: () => readAllWithPath(path, db),
    importRecords: (records) =>
      withPathInErrors(path, () => whenUnlocked(() => db.transaction(() => insert(records)).immediate())),
    reserveSequentialIds: (last) =>
      withPathInErrors(path, () =>
        whenUnlocked(() => db.transaction(() => reserveIds(db, last)).immediate()),
      ),
    forgetErasuresOfPlayers: () =>
      withPathInErrors(path, async () => {
        const anyErased = db.query('SELECT 1 FROM erased_players LIMIT 1').get();
        if (!anyErased) return;
        const forget = db.prepare('DELETE FROM erased_players WHERE player_digest = ?1');
        for (const page of pages(db, players)) {
          const forgetPage = db.transaction(() => {
            for (const { playerId } of recordsOf(page, 'player')) forget.run(digest(playerId));
          });
          await whenUnlocked(() => forgetPage.immediate());
        }
      }),
    completeStatistics: () =>
      withPathInErrors(path, () => whenUnlocked(() => void db.run(completeStatistics))),
    recordImport: (audited) =>
      withPathInErrors(path, () =>
        whenUnlocked(() =>
          db.transaction(() => insertAuditOn(db)(toAuditRow(audited, null), clock.now())).immediate(),
        ),
      ),
    async close() {
      db.close();
    },
  };
}

function reserveIds(db: Database, last: number): void {
  db.run(
    "INSERT INTO sqlite_sequence (name, seq) SELECT 'players', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'players')",
  );
  db.run("UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = 'players'", [last]);
}

/** Names the file in every error. @throws StoreUnusable */
async function withPathInErrors<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toUnusable(path, error);
  }
}

async function* readAllWithPath(path: string, db: Database): AsyncGenerator<ExportPage> {
  try {
    yield* readAll(db);
  } catch (error) {
    throw toUnusable(path, error);
  }
}

async function* readAll(db: Database): AsyncGenerator<ExportPage> {
  db.run('BEGIN');
  try {
    const sequence = db
      .query<{ last: number | null }, []>(
        "SELECT max(seq) AS last FROM sqlite_sequence WHERE name = 'players'",
      )
      .get();
    yield { lastSequentialId: sequence?.last ?? 0 };
    yield* pages(db, erasedPlayers);
    yield* pages(db, players);
    yield* pages(db, metadataVersions);
    yield* pages(db, activeSessions);
    yield* readStatistics(db, TRANSFER_PAGE_ROWS);
    yield* pages(db, statisticsPlayers);
    yield* pages(db, endedSessions);
    yield* pages(db, auditEntries);
  } finally {
    db.run('COMMIT');
  }
}

interface Source<Row> {
  /** The record of a row. Without this function a row has the fields of a record. */
  readonly type: TransferRecord['type'];
  readonly toRecord?: (row: Row) => TransferRecord;
  readonly text: string;
  /** The key before the first row, and the key of a row. The next page begins after the key of the last row. */
  readonly first: readonly SQLQueryBindings[];
  readonly keyOf: (row: Row) => readonly SQLQueryBindings[];
}

function* pages<Row>(db: Database, source: Source<Row>): Generator<readonly TransferRecord[]> {
  const query = db.prepare<Row, SQLQueryBindings[]>(source.text);
  for (let after = source.first; ; ) {
    const rows = query.all(...after, TRANSFER_PAGE_ROWS);
    const { type, toRecord = (row) => ({ type, ...row }) as unknown as TransferRecord } = source;
    if (rows.length > 0) yield rows.map(toRecord);
    const last = rows.at(-1);
    if (!last || rows.length < TRANSFER_PAGE_ROWS) return;
    after = source.keyOf(last);
  }
}

// The columns have the names of the records' fields.
const erasedPlayers: Source<ErasedPlayerRecord> = {
  type: 'erased-player',
  text: `SELECT lower(hex(player_digest)) AS digest, erased_at AS erasedAt FROM erased_players
    WHERE player_digest > unhex(?1) ORDER BY player_digest LIMIT ?2`,
  first: [''],
  keyOf: (row) => [row.digest],
};

const players: Source<PlayerRecord> = {
  type: 'player',
  text: `SELECT sequential_id AS sequentialId, player_id AS playerId, registered_at AS registeredAt,
      version AS metadataVersion, text AS metadataText, written_at AS writtenAt,
      iif(by_server, 'server', 'player') AS writtenBy, written_session_id AS sessionId, kept_at AS keptAt,
      iif(by_server, written_key_id, NULL) AS keyId, suspended_until AS suspendedUntil, suspension_reason AS suspensionReason,
      last_seen_at AS lastSeenAt
    FROM players JOIN metadata USING (sequential_id)
    WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2`,
  first: [0],
  keyOf: (row) => [row.sequentialId],
};

// Newest first, since the base of a version is newer.
const metadataVersions: Source<StoredVersion & { sequentialId: number }> = {
  type: 'metadata-version',
  text: `SELECT sequential_id AS sequentialId, ${storedVersionColumns} FROM metadata_versions
    WHERE sequential_id > ?1 OR (sequential_id = ?1 AND version < ?2)
    ORDER BY sequential_id, version DESC LIMIT ?3`,
  first: [0, 0],
  keyOf: (row) => [row.sequentialId, row.version],
  toRecord: ({ sequentialId, ...row }) => toVersionRecord(sequentialId, toVersionRow(row)),
};

const activeSessions: Source<ActiveSessionRecord> = {
  type: 'active-session',
  text: `SELECT sequential_id AS sequentialId, session_id AS sessionId, started_at AS startedAt,
      last_activity AS lastActivity, context
    FROM active_sessions WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2`,
  first: [0],
  keyOf: (row) => [row.sequentialId],
};

const endedSessions: Source<EndedSessionRecord> = {
  type: 'ended-session',
  text: `SELECT sequential_id AS sequentialId, session_id AS sessionId, started_at AS startedAt, ended_at AS endedAt, reason,
      context, counted
    FROM ended_sessions WHERE (sequential_id, ended_at, session_id) > (?1, ?2, ?3)
    ORDER BY sequential_id, ended_at, session_id LIMIT ?4`,
  first: [0, 0, ''],
  keyOf: (row) => [row.sequentialId, row.endedAt, row.sessionId],
};

const statisticsPlayers: Source<StatisticsPlayerRecord> = {
  type: 'statistics-player',
  text: `SELECT sequential_id AS sequentialId, days FROM statistics_players
    WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2`,
  first: [0],
  keyOf: (row) => [row.sequentialId],
};

const auditEntries: Source<AuditEntryRecord> = {
  type: 'audit-entry',
  text: `SELECT audit_id AS auditId, at, key_id AS keyId, key_name AS keyName, action, nullif(sequential_id, ${noPlayerId}) AS sequentialId,
      detail, request_id AS requestId
    FROM audit_entries WHERE (sequential_id, at, audit_id) > (?1, ?2, ?3)
    ORDER BY audit_entries.sequential_id, at, audit_id LIMIT ?4`,
  first: [noPlayerId, 0, ''],
  keyOf: (row) => [row.sequentialId ?? noPlayerId, row.at, row.auditId],
};
