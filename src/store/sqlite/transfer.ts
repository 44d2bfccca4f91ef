// Export from and import into SQLite. An export reads from one snapshot, however much is written meanwhile.
import type { Database } from 'bun:sqlite';
import { TRANSFER_PAGE_ROWS } from '../../limits.ts';
import { type EndReason, StoreUnusable } from '../store.ts';
import { recordsOf, type Transfer, type TransferRecord } from '../transfer.ts';
import { openDatabase } from './database.ts';
import { whenUnlocked } from './fault.ts';

interface EndedKey {
  readonly sequentialId: number;
  readonly endedAt: number;
  readonly sessionId: string;
}

export function openSqliteTransfer(path: string): Transfer {
  const { db } = openDatabase(path);
  const insert = importStatements(db);
  return {
    async lastSequentialId() {
      const row = db
        .query<{ last: number | null }, []>(
          "SELECT max(seq) AS last FROM sqlite_sequence WHERE name = 'players'",
        )
        .get();
      return row?.last ?? 0;
    },
    exportPages: () => exportPages(db),
    importRecords: (records) => whenUnlocked(() => db.transaction(() => insert(records)).immediate()),
    async reserveSequentialIds(last) {
      db.run(
        "INSERT INTO sqlite_sequence (name, seq) SELECT 'players', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'players')",
      );
      db.run("UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = 'players'", [last]);
    },
    async close() {
      db.close();
    },
  };
}

async function* exportPages(db: Database): AsyncGenerator<readonly TransferRecord[]> {
  db.run('BEGIN');
  try {
    yield* erasedPlayers(db);
    yield* players(db);
    yield* activeSessions(db);
    yield* endedSessions(db);
  } finally {
    db.run('COMMIT');
  }
}

function* erasedPlayers(db: Database): Generator<readonly TransferRecord[]> {
  const query = db.prepare<{ digest: string; erasedAt: number }, [string, number]>(
    `SELECT lower(hex(player_digest)) AS digest, erased_at AS erasedAt FROM erased_players
     WHERE player_digest > unhex(?1) ORDER BY player_digest LIMIT ?2`,
  );
  for (let after = ''; ; ) {
    const rows = query.all(after, TRANSFER_PAGE_ROWS);
    if (rows.length > 0) yield rows.map((row) => ({ type: 'erased-player', ...row }));
    const last = rows.at(-1);
    if (!last || rows.length < TRANSFER_PAGE_ROWS) return;
    after = last.digest;
  }
}

function* players(db: Database): Generator<readonly TransferRecord[]> {
  const query = db.prepare<
    {
      sequentialId: number;
      playerId: string;
      registeredAt: number;
      metadataVersion: number;
      metadataText: string | null;
    },
    [number, number]
  >(
    `SELECT sequential_id AS sequentialId, player_id AS playerId, registered_at AS registeredAt,
       version AS metadataVersion, text AS metadataText
     FROM players JOIN metadata USING (sequential_id)
     WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2`,
  );
  for (let after = 0; ; ) {
    const rows = query.all(after, TRANSFER_PAGE_ROWS);
    if (rows.length > 0) yield rows.map((row) => ({ type: 'player', ...row }));
    const last = rows.at(-1);
    if (!last || rows.length < TRANSFER_PAGE_ROWS) return;
    after = last.sequentialId;
  }
}

function* activeSessions(db: Database): Generator<readonly TransferRecord[]> {
  const query = db.prepare<
    { sequentialId: number; sessionId: string; startedAt: number; lastActivity: number },
    [number, number]
  >(
    `SELECT sequential_id AS sequentialId, session_id AS sessionId, started_at AS startedAt,
       last_activity AS lastActivity
     FROM active_sessions WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2`,
  );
  for (let after = 0; ; ) {
    const rows = query.all(after, TRANSFER_PAGE_ROWS);
    if (rows.length > 0) yield rows.map((row) => ({ type: 'active-session', ...row }));
    const last = rows.at(-1);
    if (!last || rows.length < TRANSFER_PAGE_ROWS) return;
    after = last.sequentialId;
  }
}

function* endedSessions(db: Database): Generator<readonly TransferRecord[]> {
  const query = db.prepare<
    EndedKey & { startedAt: number; reason: EndReason },
    [number, number, string, number]
  >(
    `SELECT sequential_id AS sequentialId, session_id AS sessionId, started_at AS startedAt, ended_at AS endedAt, reason
     FROM ended_sessions WHERE (sequential_id, ended_at, session_id) > (?1, ?2, ?3)
     ORDER BY sequential_id, ended_at, session_id LIMIT ?4`,
  );
  for (let after: EndedKey = { sequentialId: 0, endedAt: 0, sessionId: '' }; ; ) {
    const rows = query.all(after.sequentialId, after.endedAt, after.sessionId, TRANSFER_PAGE_ROWS);
    if (rows.length > 0) yield rows.map((row) => ({ type: 'ended-session', ...row }));
    const last = rows.at(-1);
    if (!last || rows.length < TRANSFER_PAGE_ROWS) return;
    after = last;
  }
}

function importStatements(db: Database): (records: readonly TransferRecord[]) => void {
  const insertErased = db.prepare(
    'INSERT OR IGNORE INTO erased_players (player_digest, erased_at) VALUES (unhex(?1), ?2)',
  );
  const insertPlayer = db.prepare(
    'INSERT OR IGNORE INTO players (sequential_id, player_id, registered_at) VALUES (?1, ?2, ?3)',
  );
  const find = db.prepare<{ id: number }, [number, string]>(
    'SELECT sequential_id AS id FROM players WHERE sequential_id = ?1 AND player_id = ?2',
  );
  const insertMetadata = db.prepare(
    'INSERT OR IGNORE INTO metadata (sequential_id, text, version) VALUES (?1, ?2, ?3)',
  );
  const insertActive = db.prepare(
    `INSERT OR IGNORE INTO active_sessions (sequential_id, session_id, started_at, last_activity)
     SELECT ?1, ?2, ?3, ?4
     WHERE NOT EXISTS (SELECT 1 FROM ended_sessions WHERE sequential_id = ?1 AND session_id = ?2)`,
  );
  const insertEnded = db.prepare(
    'INSERT OR IGNORE INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason) VALUES (?1, ?2, ?3, ?4, ?5)',
  );
  return (records) => {
    for (const { digest, erasedAt } of recordsOf(records, 'erased-player'))
      insertErased.run(digest, erasedAt);
    for (const row of recordsOf(records, 'player')) {
      insertPlayer.run(row.sequentialId, row.playerId, row.registeredAt);
      if (!find.get(row.sequentialId, row.playerId)) throw otherPlayer(row);
      insertMetadata.run(row.sequentialId, row.metadataText, row.metadataVersion);
    }
    for (const row of recordsOf(records, 'active-session')) {
      insertActive.run(row.sequentialId, row.sessionId, row.startedAt, row.lastActivity);
    }
    for (const row of recordsOf(records, 'ended-session')) {
      insertEnded.run(row.sequentialId, row.endedAt, row.sessionId, row.startedAt, row.reason);
    }
  };
}

function otherPlayer({ playerId, sequentialId }: { playerId: string; sequentialId: number }): StoreUnusable {
  const name = JSON.stringify(playerId);
  return new StoreUnusable(
    `the database has another player named ${name} or numbered ${sequentialId}; import into an empty one`,
  );
}
