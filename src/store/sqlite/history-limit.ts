// The bound on one player's session history in SQLite: a look by the reader, and where there is too much a write in small steps.
import type { Database } from 'bun:sqlite';
import {
  SESSION_HISTORY_MAX_BYTES,
  SESSION_HISTORY_MAX_ROWS,
  SESSION_HISTORY_ROW_BYTES,
} from '../../limits.ts';
import { SESSION_HISTORY_STEP_ROWS } from '../../tuning.ts';
import { createHistoryLimit, type HistoryLimit } from '../shared/history-limit.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** Rows that are looked at: those that may stay, and as many as go at once. */
const lookRows = SESSION_HISTORY_MAX_ROWS + SESSION_HISTORY_STEP_ROWS;

interface Row {
  readonly endedAt: number;
  readonly sessionId: string;
  readonly contextBytes: number;
}

export function historyLimit({
  db,
  reader,
  writer,
}: {
  readonly db: Database;
  readonly reader: Reader;
  readonly writer: Writer;
}): HistoryLimit {
  const newest = `SELECT ended_at AS endedAt, session_id AS sessionId, coalesce(octet_length(context), 0) AS contextBytes
    FROM ended_sessions WHERE sequential_id = ?1 ORDER BY ended_at DESC, session_id DESC LIMIT ${lookRows}`;
  const findSize = reader.db.query<{ rows: number; contextBytes: number }, [number]>(
    `SELECT count(*) AS rows, coalesce(sum(contextBytes), 0) AS contextBytes FROM (${newest})`,
  );
  const list = db.query<Row, [number]>(newest);
  const remove = db.query<object, [number, number, string]>(
    'DELETE FROM ended_sessions WHERE sequential_id = ?1 AND ended_at = ?2 AND session_id = ?3',
  );
  const forgetContext = db.query<object, [number, number, string]>(
    'UPDATE ended_sessions SET context = NULL WHERE sequential_id = ?1 AND ended_at = ?2 AND session_id = ?3',
  );

  /** One step; answers whether another one may be due. */
  function shorten(sequentialId: number): boolean {
    const rows = list.all(sequentialId);
    let room =
      SESSION_HISTORY_MAX_BYTES - Math.min(rows.length, SESSION_HISTORY_MAX_ROWS) * SESSION_HISTORY_ROW_BYTES;
    const bare = rows.slice(0, SESSION_HISTORY_MAX_ROWS).filter(({ contextBytes }) => {
      room -= contextBytes;
      return contextBytes > 0 && room < 0;
    });
    const first = bare.slice(-SESSION_HISTORY_STEP_ROWS);
    const surplus = rows.slice(SESSION_HISTORY_MAX_ROWS);
    for (const { endedAt, sessionId } of first) forgetContext.run(sequentialId, endedAt, sessionId);
    for (const { endedAt, sessionId } of surplus) remove.run(sequentialId, endedAt, sessionId);
    return first.length < bare.length || rows.length === lookRows;
  }

  return createHistoryLimit(async (sequentialId) => {
    const size = await reader.read(() => findSize.get(sequentialId));
    if (!size) return false;
    const isTooMuch =
      size.rows > SESSION_HISTORY_MAX_ROWS ||
      size.rows * SESSION_HISTORY_ROW_BYTES + size.contextBytes > SESSION_HISTORY_MAX_BYTES;
    return isTooMuch && writer.write(() => shorten(sequentialId));
  });
}
