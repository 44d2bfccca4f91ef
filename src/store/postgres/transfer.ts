// Export from and import into PostgreSQL. An export reads from one snapshot, however much is written meanwhile.
import { SQL } from 'bun';
import { IMPORT_MAX_PARTITIONS, TRANSFER_PAGE_ROWS } from '../../limits.ts';
import { monthStart } from '../history.ts';
import { type EndReason, StoreUnusable } from '../store.ts';
import {
  type ActiveSessionRecord,
  type EndedSessionRecord,
  type ErasedPlayerRecord,
  type ExportPage,
  type PlayerRecord,
  recordsOf,
  type Transfer,
  type TransferRecord,
} from '../transfer.ts';
import { bigints, texts, uuids } from './arrays.ts';
import { meaningOf } from './faults.ts';
import { keepPartitions } from './history.ts';
import { type PoolOptions, queriesOf } from './pool.ts';

const firstUuid = '00000000-0000-0000-0000-000000000000';

/** For a database whose schema is up to date. */
export function openPostgresTransfer(
  options: Pick<PoolOptions, 'url' | 'caFile' | 'preparedStatements'>,
): Transfer {
  const { url, caFile, preparedStatements: prepare } = options;
  const sql = new SQL(url, {
    max: 2,
    prepare,
    ...(caFile !== undefined && { tls: { ca: Bun.file(caFile) } }),
  });
  const monthsSeen = new Set<number>();

  /** Else a whole history would come into the partition of the unforeseen. Where it cannot be done now, it does. */
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
    read: () => readAll(sql),
    async importRecords(records) {
      await preparePartitions(recordsOf(records, 'ended-session'));
      await sql.begin((transaction) => importRecords(transaction, records));
    },
    async forgetErasuresOfPlayers() {
      await sql.unsafe(
        `DELETE FROM erased_players WHERE player_digest IN (SELECT ${digestOf('player_id')} FROM players)`,
      );
    },
    async reserveSequentialIds(last) {
      if (last < 1) return;
      await sql.unsafe(
        `SELECT setval('player_sequential_id', greatest($1::bigint,
           (SELECT CASE WHEN is_called THEN last_value ELSE 1 END FROM player_sequential_id)))`,
        [last],
      );
    },
    close: () => sql.close({ timeout: 5 }),
  };
}

const digestOf = (column: string): string => `encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`;

async function* readAll(sql: SQL): AsyncGenerator<ExportPage> {
  const connection = await sql.reserve();
  try {
    await connection.unsafe('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await connection.unsafe('SET LOCAL idle_in_transaction_session_timeout = 0');
    // A sequence has no snapshots: read after the one of the rows was taken.
    await connection.unsafe('SELECT FROM players LIMIT 1');
    const [row] = await connection.unsafe(
      'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM player_sequential_id',
    );
    yield { lastSequentialId: Number(row.last) };
    yield* pages(connection, erasedPlayers);
    yield* pages(connection, players);
    yield* pages(connection, activeSessions);
    yield* pages(connection, endedSessions);
    await connection.unsafe('COMMIT');
  } finally {
    await connection.release();
  }
}

interface Source {
  readonly text: string;
  /** The key before the first row, and the key of a row: what the next page begins after. */
  readonly first: readonly unknown[];
  readonly keyOf: (row: Row) => readonly unknown[];
  readonly toRecord: (row: Row) => TransferRecord;
}

type Row = Readonly<Record<string, string>>;

async function* pages(sql: SQL, source: Source): AsyncGenerator<readonly TransferRecord[]> {
  for (let after = source.first; ; ) {
    const rows: Row[] = await sql.unsafe(source.text, [...after, TRANSFER_PAGE_ROWS]);
    if (rows.length > 0) yield rows.map(source.toRecord);
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
  text: `SELECT metadata.sequential_id, metadata.player_id, registered_at, version, text
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
  }),
};

const activeSessions: Source = {
  text: `SELECT sequential_id, session_id, started_at, last_activity FROM active_sessions
    WHERE sequential_id > $1::bigint ORDER BY sequential_id LIMIT $2::int`,
  first: [0],
  keyOf: (row) => [row.sequential_id],
  toRecord: (row): ActiveSessionRecord => ({
    type: 'active-session',
    sequentialId: Number(row.sequential_id),
    sessionId: row.session_id ?? '',
    startedAt: Number(row.started_at),
    lastActivity: Number(row.last_activity),
  }),
};

const endedSessions: Source = {
  text: `SELECT sequential_id, ended_at, session_id, started_at, reason FROM ended_sessions
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
  }),
};

async function importRecords(sql: SQL, records: readonly TransferRecord[]): Promise<void> {
  await importErased(sql, recordsOf(records, 'erased-player'));
  await importPlayers(sql, recordsOf(records, 'player'));
  const active = recordsOf(records, 'active-session');
  await sql.unsafe(
    `INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity)
     SELECT input.* FROM unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[])
       AS input (sequential_id, session_id, started_at, last_activity)
     WHERE NOT EXISTS (
       SELECT FROM ended_sessions
       WHERE ended_sessions.sequential_id = input.sequential_id AND ended_sessions.session_id = input.session_id
     )
     AND EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = input.sequential_id)
     ON CONFLICT DO NOTHING`,
    [
      bigints(active.map((row) => row.sequentialId)),
      uuids(active.map((row) => row.sessionId)),
      bigints(active.map((row) => row.startedAt)),
      bigints(active.map((row) => row.lastActivity)),
    ],
  );
  const ended = recordsOf(records, 'ended-session');
  await sql.unsafe(
    `INSERT INTO ended_sessions (sequential_id, ended_at, session_id, started_at, reason)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::uuid[], $4::bigint[], $5::text[]) ON CONFLICT DO NOTHING`,
    [
      bigints(ended.map((row) => row.sequentialId)),
      bigints(ended.map((row) => row.endedAt)),
      uuids(ended.map((row) => row.sessionId)),
      bigints(ended.map((row) => row.startedAt)),
      texts(ended.map((row) => row.reason)),
    ],
  );
}

async function importErased(sql: SQL, erased: readonly ErasedPlayerRecord[]): Promise<void> {
  await sql.unsafe(
    `INSERT INTO erased_players (player_digest, erased_at)
     SELECT * FROM unnest($1::text[], $2::bigint[]) ON CONFLICT DO NOTHING`,
    [texts(erased.map((row) => row.digest)), bigints(erased.map((row) => row.erasedAt))],
  );
}

async function importPlayers(sql: SQL, records: readonly PlayerRecord[]): Promise<void> {
  const players = await leaveOutErased(sql, records);
  if (players.length === 0) return;
  const ids = bigints(players.map((row) => row.sequentialId));
  const names = texts(players.map((row) => row.playerId));
  await sql.unsafe(
    `INSERT INTO players (player_id, sequential_id, registered_at)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING`,
    [names, ids, bigints(players.map((row) => row.registeredAt))],
  );
  await sql.unsafe(
    `INSERT INTO metadata (sequential_id, player_id, text, version)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) ON CONFLICT DO NOTHING`,
    [
      ids,
      names,
      texts(players.map((row) => row.metadataText)),
      bigints(players.map((row) => row.metadataVersion)),
    ],
  );
  // Each of them is now there under its own name and number, or another one is in the way.
  const [row] = await sql.unsafe(
    `SELECT count(*) AS count FROM unnest($1::bigint[], $2::text[]) AS input (sequential_id, player_id)
     JOIN players ON players.player_id = input.player_id AND players.sequential_id = input.sequential_id
     JOIN metadata ON metadata.sequential_id = input.sequential_id AND metadata.player_id = input.player_id`,
    [ids, names],
  );
  if (Number(row.count) === players.length) return;
  throw new StoreUnusable(
    `the database has other players under the names or numbers from ${players[0]?.sequentialId} on; import into an empty one`,
  );
}

async function leaveOutErased(sql: SQL, players: readonly PlayerRecord[]): Promise<readonly PlayerRecord[]> {
  const erased: { name: string }[] = await sql.unsafe(
    `SELECT input.name FROM unnest($1::text[], $2::bigint[]) AS input (name, registered_at)
     JOIN erased_players ON player_digest = ${digestOf('input.name')} AND erased_at >= input.registered_at`,
    [texts(players.map((row) => row.playerId)), bigints(players.map((row) => row.registeredAt))],
  );
  const names = new Set(erased.map((row) => row.name));
  return players.filter((row) => !names.has(row.playerId));
}
