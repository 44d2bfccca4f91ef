// Export from and import into SQLite. An export reads from one snapshot, whatever is written meanwhile.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { TRANSFER_PAGE_ROWS } from '../../tuning.ts';
import { StoreUnusable } from '../ports/errors.ts';
import {
  type ActiveSessionRecord,
  type EndedSessionRecord,
  type ErasedPlayerRecord,
  type ExportPage,
  fromVersionRecord,
  type Imported,
  type PlayerRecord,
  recordsOf,
  type Transfer,
  type TransferRecord,
  toVersionRecord,
} from '../ports/transfer.ts';
import { openDatabase, toUnusable, whileOpening } from './database.ts';
import { whenUnlocked } from './fault.ts';
import { createIndexEntries } from './index-entries.ts';
import { digest } from './players.ts';
import { putVersionOn, type StoredVersion, storedVersionColumns, toVersionRow } from './versions.ts';

export function openSqliteTransfer(path: string): Transfer {
  const { db } = openDatabase(path);
  const insert = whileOpening(path, () => importStatements(db));
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
    yield* pages(db, endedSessions);
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
      iif(by_server, 'server', 'player') AS writtenBy, written_session_id AS sessionId, kept_at AS keptAt
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
      context
    FROM ended_sessions WHERE (sequential_id, ended_at, session_id) > (?1, ?2, ?3)
    ORDER BY sequential_id, ended_at, session_id LIMIT ?4`,
  first: [0, 0, ''],
  keyOf: (row) => [row.sequentialId, row.endedAt, row.sessionId],
};

function importStatements(db: Database): (records: readonly TransferRecord[]) => Imported {
  const entries = createIndexEntries(db);
  const insertErased = db.prepare(
    'INSERT OR IGNORE INTO erased_players (player_digest, erased_at) VALUES (unhex(?1), ?2)',
  );
  const erasedSince = db.prepare<object, [Uint8Array, number]>(
    'SELECT 1 FROM erased_players WHERE player_digest = ?1 AND erased_at >= ?2',
  );
  const insertPlayer = db.prepare(
    'INSERT OR IGNORE INTO players (sequential_id, player_id, registered_at) VALUES (?1, ?2, ?3)',
  );
  const find = db.prepare<{ id: number }, [number, string]>(
    'SELECT sequential_id AS id FROM players WHERE sequential_id = ?1 AND player_id = ?2',
  );
  const insertMetadata = db.prepare(
    `INSERT OR IGNORE INTO metadata (sequential_id, text, version, written_at, by_server, written_session_id, kept_at,
       index_set, indexed_version)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?3)`,
  );
  const insertActive = db.prepare(
    `INSERT OR IGNORE INTO active_sessions (sequential_id, session_id, started_at, last_activity, context)
     SELECT ?1, ?2, ?3, ?4, ?5
     WHERE NOT EXISTS (SELECT 1 FROM ended_sessions WHERE sequential_id = ?1 AND session_id = ?2)
       AND EXISTS (SELECT 1 FROM players WHERE sequential_id = ?1)`,
  );
  const insertEnded = db.prepare(
    `INSERT OR IGNORE INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason, context)
     VALUES (?1, ?2, ?3, ?4, ?5, iif(EXISTS (SELECT 1 FROM metadata WHERE sequential_id = ?1), ?6, NULL))`,
  );
  // A file may be newer than the database. Then it has versions that the database has not reached yet, and versions based on
  // these.
  const isPast = db.query<object, [number, number, number | null]>(
    `SELECT 1 FROM metadata WHERE sequential_id = ?1 AND version > ?2 AND (?3 IS NULL
       OR EXISTS (SELECT 1 FROM metadata_versions WHERE sequential_id = ?1 AND version = ?3))`,
  );
  const putVersion = putVersionOn(db, 'leave');
  const isSameMetadata = db.query<object, [number, number, string | null]>(
    'SELECT 1 FROM metadata WHERE sequential_id = ?1 AND version = ?2 AND text IS ?3',
  );
  const hasVersion = db.query<object, [number, number]>(
    'SELECT 1 FROM metadata_versions WHERE sequential_id = ?1 AND version = ?2',
  );
  const isActive = db.query<object, [number, string]>(
    'SELECT 1 FROM active_sessions WHERE sequential_id = ?1 AND session_id = ?2',
  );
  return (records) => {
    entries.refresh();
    let added = 0;
    let present = 0;
    const note = (isAdded: boolean, isPresent: () => boolean): void => {
      if (isAdded) added += 1;
      else if (isPresent()) present += 1;
    };
    for (const { digest, erasedAt } of recordsOf(records, 'erased-player'))
      note(insertErased.run(digest, erasedAt).changes > 0, () => true);
    for (const row of recordsOf(records, 'player')) {
      if (erasedSince.get(digest(row.playerId), row.registeredAt)) continue;
      insertPlayer.run(row.sequentialId, row.playerId, row.registeredAt);
      if (!find.get(row.sequentialId, row.playerId)) throw otherPlayer(row);
      const { changes } = insertMetadata.run(
        row.sequentialId,
        row.metadataText,
        row.metadataVersion,
        row.writtenAt,
        row.writtenBy === 'server' ? 1 : 0,
        row.sessionId,
        row.keptAt,
        row.metadataVersion > 0 ? entries.set.newest : 0,
      );
      // Metadata that was never written has no entries.
      if (changes > 0 && row.metadataVersion > 0) entries.put(row.sequentialId, row.metadataText);
      note(
        changes > 0,
        () => isSameMetadata.get(row.sequentialId, row.metadataVersion, row.metadataText) !== null,
      );
    }
    for (const row of recordsOf(records, 'metadata-version')) {
      const isAdded =
        isPast.get(row.sequentialId, row.version, row.baseVersion) !== null &&
        putVersion(row.sequentialId, fromVersionRecord(row));
      note(isAdded, () => hasVersion.get(row.sequentialId, row.version) !== null);
    }
    for (const row of recordsOf(records, 'active-session')) {
      const { sequentialId, sessionId, startedAt, lastActivity, context } = row;
      const { changes } = insertActive.run(sequentialId, sessionId, startedAt, lastActivity, context);
      note(changes > 0, () => isActive.get(sequentialId, sessionId) !== null);
    }
    for (const row of recordsOf(records, 'ended-session')) {
      const { sequentialId, endedAt, sessionId, startedAt, reason, context } = row;
      const { changes } = insertEnded.run(sequentialId, endedAt, sessionId, startedAt, reason, context);
      note(changes > 0, () => true);
    }
    return { added, present, left: records.length - added - present };
  };
}

function otherPlayer({ playerId, sequentialId }: { playerId: string; sequentialId: number }): StoreUnusable {
  const name = JSON.stringify(playerId);
  return new StoreUnusable(
    `the database has another player named ${name} or numbered ${sequentialId}; import into an empty one`,
  );
}
