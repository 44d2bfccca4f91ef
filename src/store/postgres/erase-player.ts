// The erasure of a player in PostgreSQL: one transaction that deletes everything about the player. The digest of the name, the
// times of sessions, and the audit, which has the number alone, stay.
import type { AuditedAs } from '../ports/audit.ts';
import type { PlayerStore } from '../ports/players.ts';
import { toAuditRow } from '../shared/audit.ts';
import { bigints, texts, uuids } from './arrays.ts';
import { insertAuditRows } from './audit.ts';
import { batchesInFlight, type Database } from './database.ts';
import { digest } from './digest.ts';
import type { Queries } from './executor.ts';
import endSessions from './sql/end-sessions.sql' with { type: 'text' };
import { createStatementBatcher } from './statement-batcher.ts';

// The number is compared too, so that the erasure of an erased player never meets a later player of the same name.
const deletePlayer = `DELETE FROM players
  WHERE player_id = $1::text AND ($2::bigint IS NULL OR sequential_id = $2::bigint)
  RETURNING sequential_id::float8 AS "sequentialId"`;
export const findName = 'SELECT player_id AS "playerId" FROM metadata WHERE sequential_id = $1::bigint';
export const lockPlayer = 'SELECT FROM metadata WHERE sequential_id = ANY ($1::bigint[]) FOR UPDATE';
// A context may identify the player. The times of sessions stay, under an id that no player has any more.
export const forgetContexts =
  'UPDATE ended_sessions SET context = NULL WHERE sequential_id = ANY ($1::bigint[]) AND context IS NOT NULL';
export const deletions = [
  'metadata',
  'metadata_index_entries',
  'metadata_versions',
  'idempotency_keys',
  'server_idempotency_keys',
].map((table) => `DELETE FROM ${table} WHERE sequential_id = ANY ($1::bigint[])`);
export const insertDigest = `INSERT INTO erased_players (player_digest, erased_at)
  VALUES ($1::text, coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
  ON CONFLICT (player_digest) DO UPDATE SET erased_at = excluded.erased_at`;

interface Erasure {
  /** The player id, or the sequential id. */
  readonly player: string | number;
  readonly audited: AuditedAs | undefined;
}

export function playerErasure({
  executor,
  admission,
  now,
  sessionTimeoutMilliseconds: timeout,
  historyLimit,
}: Database): { readonly erase: PlayerStore['erase']; drain(): Promise<unknown> } {
  // One call per batch, since each has a transaction of its own.
  const erasures = createStatementBatcher<Erasure, boolean>({
    monitor: admission.monitor('erase-players'),
    isRepeatable: false,
    maxInFlight: batchesInFlight,
    maxCalls: 1,
    run: (calls) =>
      Promise.all(
        calls.map(async (call) => {
          const erased = await executor.transaction((queries) => erase(queries, call));
          if (erased !== undefined) historyLimit.ended(erased, 0);
          return erased !== undefined;
        }),
      ),
  });

  /** @returns the sequential id that the player had, if any */
  async function erase(queries: Queries, { player, audited }: Erasure): Promise<number | undefined> {
    const playerId = typeof player === 'string' ? player : await nameOf(queries, player);
    if (playerId === undefined) return undefined;
    const only = typeof player === 'string' ? null : player;
    const [row] = await queries.query<{ sequentialId: number }>(deletePlayer, [playerId, only]);
    if (!row) return undefined;
    const id = bigints([row.sequentialId]);
    // The row is locked before the session ends: a start under way has updated it, and a later start will find it gone.
    await queries.query(lockPlayer, [id]);
    await queries.query(endSessions, [id, texts(['erased']), uuids([null]), now(), timeout, false]);
    // These come after the end of the session, by this transaction or by `expire`, so that they see the row in the history.
    for (const statement of [forgetContexts, ...deletions]) await queries.query(statement, [id]);
    if (audited) await insertAuditRows(queries, [toAuditRow(audited, row.sequentialId)], now());
    await queries.query('DELETE FROM rate_limits WHERE player_digest = $1::text', [digest(playerId)]);
    await queries.query(insertDigest, [digest(playerId), now()]);
    return row.sequentialId;
  }

  async function nameOf(queries: Queries, sequentialId: number): Promise<string | undefined> {
    const [row] = await queries.query<{ playerId: string }>(findName, [sequentialId]);
    return row?.playerId;
  }

  return {
    erase: (player, options) => erasures.add({ player, audited: options?.audited }),
    drain: erasures.drain,
  };
}
