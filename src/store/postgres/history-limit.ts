// The bound on one player's session history in PostgreSQL: a look, and where there is too much one statement that waits for
// nobody. Neither is part of a transaction, so that what drops or makes a month's partition meanwhile comes before or after it.
import {
  SESSION_HISTORY_MAX_BYTES,
  SESSION_HISTORY_MAX_ROWS,
  SESSION_HISTORY_ROW_BYTES,
} from '../../limits.ts';
import { SESSION_HISTORY_STEP_ROWS } from '../../tuning.ts';
import { createHistoryLimit, type HistoryLimit } from '../shared/history-limit.ts';
import type { Executor } from './executor.ts';
import findHistorySize from './sql/find-history-size.sql' with { type: 'text' };
import shortenHistory from './sql/shorten-history.sql' with { type: 'text' };

/** Rows that are looked at: those that may stay, and as many as go at once. */
const lookRows = SESSION_HISTORY_MAX_ROWS + SESSION_HISTORY_STEP_ROWS;

export const historyLimit = (executor: Executor): HistoryLimit =>
  createHistoryLimit(async (sequentialId) => {
    const [size] = await executor.query<{ rows: number; contextBytes: number }>(findHistorySize, [
      sequentialId,
      lookRows,
    ]);
    if (!size) return false;
    const bytes = size.rows * SESSION_HISTORY_ROW_BYTES + size.contextBytes;
    if (size.rows <= SESSION_HISTORY_MAX_ROWS && bytes <= SESSION_HISTORY_MAX_BYTES) return false;
    const [done] = await executor.query<{ gone: number; emptied: number }>(shortenHistory, [
      sequentialId,
      lookRows,
      SESSION_HISTORY_MAX_ROWS,
      SESSION_HISTORY_MAX_BYTES,
      SESSION_HISTORY_ROW_BYTES,
      SESSION_HISTORY_STEP_ROWS,
    ]);
    return done?.gone === SESSION_HISTORY_STEP_ROWS || done?.emptied === SESSION_HISTORY_STEP_ROWS;
  });
