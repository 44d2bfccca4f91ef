// The bound on the history of one player on Citus, which refuses locks within a larger statement. The surplus rows are listed, then
// locked, then deleted or cleared, all on the player's shard.
import type { Queries } from '../executor.ts';
import { type ShortenHistoryParameters, type ShortenHistoryRow, shortenHistory } from '../sql/statements.ts';
import { asTransaction, type Variant, variantOf } from './executor.ts';
import {
  clearContexts,
  deleteHistory,
  type LockHistoryRow,
  listSurplusHistory,
  lockHistory,
} from './sql/statements.ts';

const keyOf = ({ endedAt, sessionId }: LockHistoryRow): string => `${endedAt} ${sessionId}`;

async function shorten(
  queries: Queries,
  bounds: ShortenHistoryParameters,
): Promise<readonly ShortenHistoryRow[]> {
  const columnsOf = (rows: readonly LockHistoryRow[]) => ({
    sequentialId: bounds.sequentialId,
    endedAts: rows.map(({ endedAt }) => endedAt),
    sessionIds: rows.map(({ sessionId }) => sessionId),
  });

  const found = await queries.run(listSurplusHistory, bounds);
  if (found.length === 0) return [{ deleted: 0, cleared: 0 }];
  const locked = new Set((await queries.run(lockHistory, columnsOf(found))).map(keyOf));
  const rows = found.filter((row) => locked.has(keyOf(row)));
  const deleted = rows.filter(({ isDeleted }) => isDeleted);
  const cleared = rows.filter(({ isDeleted }) => !isDeleted);
  if (deleted.length > 0) await queries.run(deleteHistory, columnsOf(deleted));
  if (cleared.length > 0) await queries.run(clearContexts, columnsOf(cleared));
  return [{ deleted: deleted.length, cleared: cleared.length }];
}

export const historyVariants: readonly Variant[] = [
  variantOf(
    shortenHistory,
    ['sequentialId', 'readRows', 'maxRows', 'maxBytes', 'rowBytes', 'stepRows'],
    ['deleted', 'cleared'],
    asTransaction(shorten),
  ),
];
