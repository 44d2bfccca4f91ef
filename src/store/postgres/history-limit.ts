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
import { findHistorySize, shortenHistory } from './sql/statements.ts';

export const historyLimit = (executor: Executor): HistoryLimit =>
  createHistoryLimit(async (sequentialId) => {
    const [size] = await executor.run(findHistorySize, { sequentialId, maxRows: historyCheckRows });
    if (!size || !exceedsHistoryLimit(size)) return false;
    const [done] = await executor.run(shortenHistory, {
      sequentialId,
      readRows: historyCheckRows,
      maxRows: SESSION_HISTORY_MAX_ROWS,
      maxBytes: SESSION_HISTORY_MAX_BYTES,
      rowBytes: SESSION_HISTORY_ROW_BYTES,
      stepRows: SESSION_HISTORY_STEP_ROWS,
    });
    return done?.deleted === SESSION_HISTORY_STEP_ROWS || done?.cleared === SESSION_HISTORY_STEP_ROWS;
  });
