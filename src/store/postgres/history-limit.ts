// The bound on one player's session history in PostgreSQL: a check, and past the bound one statement that waits for no lock.
// Neither is part of a transaction, so partitions may be dropped or made between the two.
import {
  SESSION_HISTORY_MAX_BYTES,
  SESSION_HISTORY_MAX_ROWS,
  SESSION_HISTORY_ROW_BYTES,
} from '../../limits.ts';
import { SESSION_HISTORY_STEP_ROWS } from '../../tuning.ts';
import {
  createHistoryLimit,
  exceedsHistoryLimit,
  type HistoryLimit,
  historyCheckRows,
} from '../shared/history-limit.ts';
import type { Executor } from './executor.ts';
import findHistorySize from './sql/find-history-size.sql' with { type: 'text' };
import shortenHistory from './sql/shorten-history.sql' with { type: 'text' };

export const historyLimit = (executor: Executor): HistoryLimit =>
  createHistoryLimit(async (sequentialId) => {
    const [size] = await executor.query<{ rows: number; contextBytes: number }>(findHistorySize, [
      sequentialId,
      historyCheckRows,
    ]);
    if (!size || !exceedsHistoryLimit(size)) return false;
    const [done] = await executor.query<{ deleted: number; cleared: number }>(shortenHistory, [
      sequentialId,
      historyCheckRows,
      SESSION_HISTORY_MAX_ROWS,
      SESSION_HISTORY_MAX_BYTES,
      SESSION_HISTORY_ROW_BYTES,
      SESSION_HISTORY_STEP_ROWS,
    ]);
    return done?.deleted === SESSION_HISTORY_STEP_ROWS || done?.cleared === SESSION_HISTORY_STEP_ROWS;
  });
