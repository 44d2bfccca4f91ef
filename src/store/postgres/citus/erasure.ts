// The erasure of a player on Citus, in steps that are each committed: the digest while the player's row is locked, all rows of the
// sequential id on their shard, then the name. An erasure that was cut off goes on when it is repeated. Until then a name without
// rows counts as erased.
import type { AuditedAs } from '../../ports/audit.ts';
import type { PlayerStore } from '../../ports/players.ts';
import { toAuditRow } from '../../shared/audit.ts';
import { insertAuditRows } from '../audit.ts';
import { batchesInFlight, type Database } from '../database.ts';
import { digest } from '../digest.ts';
import { eraseRows } from '../erase-player.ts';
import { deleteBucket, findErased, findName, insertDigest, lockPlayer } from '../sql/statements.ts';
import { createStatementBatcher } from '../statement-batcher.ts';
import { withRetries } from '../with-retries.ts';
import { insertRows, newMetadata } from './insert-rows.ts';
import { deleteName, findId } from './sql/statements.ts';

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
 * Deletes all rows of a sequential id but the times of ended sessions, in one transaction.
 * @param onLocked is called while the player's row is locked, before anything is deleted
 * @returns false when there was no such player, and nothing was done
 */
export const deleteRows = (
  database: Database,
  sequentialId: number,
  { audited, onLocked }: { audited?: AuditedAs | undefined; onLocked?: () => Promise<unknown> } = {},
): Promise<boolean> =>
  database.executor
    .transaction(async (queries) => {
      const [row] = await queries.run(lockPlayer, { sequentialId });
      if (!row) return false;
      await onLocked?.();
      if (audited) await insertAuditRows(queries, [toAuditRow(audited, sequentialId)], database.now());
      await eraseRows(queries, sequentialId, database);
      return true;
    }, sequentialId)
    .then((isDeleted) => {
      if (!isDeleted) return false;
      database.historyLimit.ended(sequentialId, 0);
      database.changes.tell(sequentialId);
      return true;
    });

export function citusErasure(database: Database): Pick<PlayerStore, 'erase'> & { drain(): Promise<unknown> } {
  const { executor, admission, now } = database;

  const erasures = createStatementBatcher<Erasure, boolean>({
    monitor: admission.monitor('erase-players'),
    isRepeatable: false,
    maxInFlight: batchesInFlight,
    maxCalls: 1,
    run: (calls) => Promise.all(calls.map(erase)),
  });

  async function erase({ player, audited }: Erasure): Promise<boolean> {
    const found = await (typeof player === 'string' ? byName(player) : byId(player));
    if (!found) return false;
    const { playerId, sequentialId } = found;
    const isErased = await eraseFound(found, audited);
    // After these steps the player would not be found any more, so they are repeated apart.
    await withRetries(() => executor.run(deleteName, { playerId, sequentialId }), true);
    await withRetries(() => executor.run(deleteBucket, { digest: digest(playerId) }), true);
    return isErased;
  }

  async function eraseFound({ playerId, sequentialId }: Named, audited?: AuditedAs): Promise<boolean> {
    const onLocked = () => executor.run(insertDigest, { digest: digest(playerId), now: now() });
    if (await deleteRows(database, sequentialId, { audited, onLocked })) return true;
    const erased = await executor.run(findErased, { digests: [digest(playerId)] });
    if (erased.length > 0) return false;
    // Another erasure was followed by a revival, which deletes the name before the digest.
    if ((await byName(playerId))?.sequentialId !== sequentialId) return false;
    // A registration was cut off. It is finished first, so that its own last step meets this erasure.
    await insertRows(executor, newMetadata, [[sequentialId, playerId]]);
    return deleteRows(database, sequentialId, { audited, onLocked });
  }

  async function byName(playerId: string): Promise<Named | undefined> {
    const [row] = await executor.run(findId, { playerId });
    return row && { playerId, sequentialId: row.sequentialId };
  }

  async function byId(sequentialId: number): Promise<Named | undefined> {
    const [row] = await executor.run(findName, { sequentialId });
    return row && { playerId: row.playerId, sequentialId };
  }

  return {
    erase: (player, options) => erasures.add({ player, audited: options?.audited }),
    drain: erasures.drain,
  };
}
