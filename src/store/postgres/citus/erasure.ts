// The erasure of a player on Citus, in steps that are each committed: the digest, then all rows of the sequential id on their shard,
// then the name. An erasure that was cut off goes on when it is repeated. Until then a player without rows counts as erased.
import type { AuditedAs } from '../../ports/audit.ts';
import type { PlayerStore } from '../../ports/players.ts';
import { toAuditRow } from '../../shared/audit.ts';
import { bigints, texts, uuids } from '../arrays.ts';
import { insertAuditRows } from '../audit.ts';
import { batchesInFlight, type Database } from '../database.ts';
import { digest } from '../digest.ts';
import { deletions, findName, forgetContexts, insertDigest, lockPlayer } from '../erase-player.ts';
import endSessions from '../sql/end-sessions.sql' with { type: 'text' };
import { createStatementBatcher } from '../statement-batcher.ts';
import { withRetries } from '../with-retries.ts';

export const deleteName = 'DELETE FROM players WHERE player_id = $1::text AND sequential_id = $2::bigint';
const findId = 'SELECT sequential_id::float8 AS "sequentialId" FROM players WHERE player_id = $1::text';
const deleteBucket = 'DELETE FROM rate_limits WHERE player_digest = $1::text';

interface Erasure {
  /** The player id, or the sequential id. */
  readonly player: string | number;
  readonly audited: AuditedAs | undefined;
}

interface Named {
  readonly playerId: string;
  readonly sequentialId: number;
}

/**
 * Deletes all rows of a sequential id but the times of ended sessions, in one transaction. An audited call leaves its entry if the
 * player existed.
 */
export const deleteRows = (
  { executor, now, sessionTimeoutMilliseconds: timeout, historyLimit }: Database,
  sequentialId: number,
  audited?: AuditedAs,
): Promise<void> =>
  executor
    .transaction(async (queries) => {
      const id = bigints([sequentialId]);
      const [row] = await queries.query(lockPlayer, [id]);
      if (row && audited) await insertAuditRows(queries, [toAuditRow(audited, sequentialId)], now());
      await queries.query(endSessions, [id, texts(['erased']), uuids([null]), now(), timeout, false]);
      for (const statement of [forgetContexts, ...deletions]) await queries.query(statement, [id]);
    })
    .then(() => historyLimit.ended(sequentialId, 0));

export function citusErasure(database: Database): Pick<PlayerStore, 'erase'> & { drain(): Promise<unknown> } {
  const { executor, admission, now } = database;

  const erasures = createStatementBatcher<Erasure, boolean>({
    monitor: admission.monitor('erase-players'),
    // Every step may be repeated: a repetition finds the later steps left to do.
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: 1,
    run: (calls) => Promise.all(calls.map(erase)),
  });

  async function erase({ player, audited }: Erasure): Promise<boolean> {
    const found = await (typeof player === 'string' ? byName(player) : byId(player));
    if (!found) return false;
    const { playerId, sequentialId } = found;
    await executor.query(insertDigest, [digest(playerId), now()]);
    await deleteRows(database, sequentialId, audited);
    // Repeated apart: after it the player would not be found any more.
    await withRetries(() => executor.query(deleteName, [playerId, sequentialId]), true);
    await withRetries(() => executor.query(deleteBucket, [digest(playerId)]), true);
    return true;
  }

  async function byName(playerId: string): Promise<Named | undefined> {
    const [row] = await executor.query<{ sequentialId: number }>(findId, [playerId]);
    return row && { playerId, sequentialId: row.sequentialId };
  }

  async function byId(sequentialId: number): Promise<Named | undefined> {
    const [row] = await executor.query<{ playerId: string }>(findName, [sequentialId]);
    return row && { playerId: row.playerId, sequentialId };
  }

  return {
    erase: (player, options) => erasures.add({ player, audited: options?.audited }),
    drain: erasures.drain,
  };
}
