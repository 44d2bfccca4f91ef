// The erasure of a player in PostgreSQL: one transaction that deletes everything about the player. The digest of the name, the
// times of sessions, and the audit, which has the number alone, stay.
import type { AuditedAs } from '../ports/audit.ts';
import type { PlayerStore } from '../ports/players.ts';
import { deletedTables } from '../ports/rows/of-players.ts';
import { toAuditRow } from '../shared/audit.ts';
import { erased as erasedTold } from '../shared/events.ts';
import { insertAuditRows } from './audit.ts';
import { batchesInFlight, type Database } from './database.ts';
import { digest } from './digest.ts';
import type { Queries } from './executor.ts';
import { shortenLockWaits, unseenLocks } from './locked-calls.ts';
import { sessionStatements } from './session-statements.ts';
import {
  deleteBucket,
  deletePlayer,
  deleteRows,
  findName,
  forgetStartFacts,
  insertDigest,
  lockPlayer,
  noteEventErasure,
} from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';

/** Ends the session of a player whose row is locked, and deletes all rows of the sequential id. */
export async function eraseRows(
  queries: Queries,
  sequentialId: number,
  database: Pick<Database, 'now' | 'sessionTimeoutMilliseconds' | 'tell'>,
): Promise<void> {
  await sessionStatements(database).end(queries, [{ sequentialId, sessionId: null, reason: 'erased' }]);
  // These come after the end of the session, by this transaction or by `expire`, so that they see the row in the history.
  await queries.run(forgetStartFacts, { sequentialId });
  for (const table of deletedTables) await queries.run(deleteRows[table], { sequentialId });
}

interface Erasure {
  /** The player id, or the sequential id. */
  readonly player: string | number;
  readonly audited: AuditedAs | undefined;
}

export function playerErasure(database: Database): {
  readonly erase: PlayerStore['erase'];
  drain(): Promise<unknown>;
} {
  const { executor, admission, now, historyLimit, changes, tell } = database;
  // One call per batch, since each has a transaction of its own.
  const erasures = createStatementBatcher<Erasure, boolean>({
    monitor: admission.monitor('erase-players', 'others'),
    locks: unseenLocks(database),
    isRepeatable: false,
    maxInFlight: batchesInFlight,
    maxCalls: 1,
    run: (calls) =>
      Promise.all(
        calls.map(async (call) => {
          const erased = await executor.transaction((queries) => erase(queries, call));
          if (erased === undefined) return false;
          historyLimit.ended(erased, 0);
          changes.tell(erased);
          return true;
        }),
      ),
  });

  /** @returns the sequential id that the player had, if any */
  async function erase(queries: Queries, { player, audited }: Erasure): Promise<number | undefined> {
    await shortenLockWaits(queries);
    const playerId = typeof player === 'string' ? player : await nameOf(queries, player);
    if (playerId === undefined) return undefined;
    const onlyId = typeof player === 'string' ? null : player;
    const [row] = await queries.run(deletePlayer, { playerId, onlyId });
    if (!row) return undefined;
    const { sequentialId } = row;
    // The row is locked before the session ends: a start under way has updated it, and a later start will find it gone.
    await queries.run(lockPlayer, { sequentialId });
    await eraseRows(queries, sequentialId, database);
    if (tell.players) await tell.events(queries, [{ sequentialId, ...erasedTold }], now());
    await queries.run(noteEventErasure, { sequentialId });
    if (audited) await insertAuditRows(queries, [toAuditRow(audited, sequentialId)], now());
    await queries.run(deleteBucket, { digest: digest(playerId) });
    await queries.run(insertDigest, { digest: digest(playerId), now: now() });
    return sequentialId;
  }

  async function nameOf(queries: Queries, sequentialId: number): Promise<string | undefined> {
    const [row] = await queries.run(findName, { sequentialId });
    return row?.playerId;
  }

  return {
    erase: (player, options) => erasures.add({ player, audited: options?.audited }),
    drain: erasures.drain,
  };
}
