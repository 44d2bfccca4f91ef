// The import of players into PostgreSQL, each with metadata and index entries. A player who was erased since the export is left out.
import { StoreUnusable } from '../ports/errors.ts';
import type { PlayerRecord } from '../ports/transfer.ts';
import { bigints, booleans, rareTexts, texts, uuids } from './arrays.ts';
import { queriesOf, type Statements } from './executor.ts';
import { entryColumns } from './index-entries.ts';
import { readIndexSet } from './index-lease.ts';
import { lockDeclarationsShared } from './indexes.ts';

export const digestOf = (column: string): string => `encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`;

/** Deletes the digests of erased players who exist. */
export const forgetErasures = `DELETE FROM erased_players
  WHERE player_digest IN (SELECT ${digestOf('player_id')} FROM players)`;

/** The players of the input who exist under their names and ids, and those of them whose metadata is the same. */
export const findImported = `SELECT count(*) AS count,
       count(*) FILTER (WHERE metadata.version = input.version AND metadata.text IS NOT DISTINCT FROM input.text) AS same
     FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[]) AS input (sequential_id, player_id, version, text)
     JOIN players ON players.player_id = input.player_id AND players.sequential_id = input.sequential_id
     JOIN metadata ON metadata.sequential_id = input.sequential_id AND metadata.player_id = input.player_id`;

/** The number of inserted records, and the number of records that the database now has: inserted and equal ones. */
export interface ImportStep {
  readonly added: number;
  readonly there: number;
}

export async function importPlayers(sql: Statements, records: readonly PlayerRecord[]): Promise<ImportStep> {
  if (records.length === 0) return { added: 0, there: 0 };
  const players = await leaveOutErased(sql, records);
  if (players.length === 0) return { added: 0, there: 0 };
  const ids = bigints(players.map((row) => row.sequentialId));
  const names = texts(players.map((row) => row.playerId));
  await sql.unsafe(
    `INSERT INTO players (player_id, sequential_id, registered_at)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING`,
    [names, ids, bigints(players.map((row) => row.registeredAt))],
  );
  const metadataTexts = texts(players.map((row) => row.metadataText));
  const versions = bigints(players.map((row) => row.metadataVersion));
  await sql.unsafe(lockDeclarationsShared);
  const indexes = await readIndexSet(queriesOf(sql));
  const added = await sql.unsafe(
    // Entries follow only where the row is new. Metadata that was never written has none.
    `WITH added AS (
       INSERT INTO metadata (sequential_id, player_id, text, version, written_at, by_server, written_session_id, kept_at, index_set,
         indexed_version, written_key_id, suspended_until, suspension_reason, last_seen_at)
       SELECT id, name, text, version, written_at, by_server, session_id, kept_at,
         CASE WHEN version > 0 THEN $9::bigint ELSE 0 END, version,
         key_id, suspended_until, suspension_reason, last_seen_at
       FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::boolean[], $7::uuid[], $8::bigint[],
         $14::text[], $15::bigint[], $16::text[], $17::bigint[])
         AS input (id, name, text, version, written_at, by_server, session_id, kept_at, key_id, suspended_until,
           suspension_reason, last_seen_at)
       ON CONFLICT DO NOTHING RETURNING sequential_id, version
     ),
     indexed AS (
       INSERT INTO metadata_index_entries (sequential_id, index_id, value)
       SELECT added.sequential_id, index.id, CASE WHEN ($12::int[])[(input.position - 1) * cardinality($10::bigint[]) + index.number] >= 0
         THEN substring($13::bytea FROM ($11::int[])[(input.position - 1) * cardinality($10::bigint[]) + index.number]
           FOR ($12::int[])[(input.position - 1) * cardinality($10::bigint[]) + index.number]) END
       FROM added JOIN unnest($1::bigint[]) WITH ORDINALITY AS input (id, position) ON input.id = added.sequential_id
       CROSS JOIN unnest($10::bigint[]) WITH ORDINALITY AS index (id, number)
       WHERE added.version > 0
     )
     SELECT sequential_id FROM added`,
    [
      ids,
      names,
      metadataTexts,
      versions,
      bigints(players.map((row) => row.writtenAt)),
      booleans(players.map((row) => row.writtenBy === 'server')),
      uuids(players.map((row) => row.sessionId)),
      bigints(players.map((row) => row.keptAt)),
      indexes.newest,
      ...entryColumns(
        indexes,
        players.map((row) => row.metadataText),
      ),
      rareTexts(players.map((row) => row.keyId)),
      bigints(players.map((row) => row.suspendedUntil)),
      rareTexts(players.map((row) => row.suspensionReason)),
      bigints(players.map((row) => row.lastSeenAt)),
    ],
  );
  // Now the database has each player under this name and id, or another player has one of them.
  const [row] = await sql.unsafe(findImported, [ids, names, versions, metadataTexts]);
  if (Number(row.count) === players.length) return { added: added.length, there: Number(row.same) };
  throw new StoreUnusable(
    `the database has other players under the names or numbers from ${players[0]?.sequentialId} on; import into an empty one`,
  );
}

async function leaveOutErased(
  sql: Statements,
  players: readonly PlayerRecord[],
): Promise<readonly PlayerRecord[]> {
  const erased: { name: string }[] = await sql.unsafe(
    `SELECT input.name FROM unnest($1::text[], $2::bigint[]) AS input (name, registered_at)
     JOIN erased_players ON player_digest = ${digestOf('input.name')} AND erased_at >= input.registered_at`,
    [texts(players.map((row) => row.playerId)), bigints(players.map((row) => row.registeredAt))],
  );
  const names = new Set(erased.map((row) => row.name));
  return players.filter((row) => !names.has(row.playerId));
}
