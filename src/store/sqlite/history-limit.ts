// The bound on one player's session history in SQLite: a check by the reader, and past the bound writes in small steps.
import type { Database } from 'bun:sqlite';
import {
  chooseShortening,
  createHistoryLimit,
  exceedsHistoryLimit,
  type HistoryLimit,
  historyCheckRows,
} from '../shared/history-limit.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

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
    FROM ended_sessions WHERE sequential_id = ?1 ORDER BY ended_at DESC, session_id DESC LIMIT ${historyCheckRows}`;
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

  /** Takes one step. @returns whether another one may be due */
  function shorten(sequentialId: number): boolean {
    const step = chooseShortening(list.all(sequentialId));
    for (const { endedAt, sessionId } of step.removeContext)
      forgetContext.run(sequentialId, endedAt, sessionId);
    for (const { endedAt, sessionId } of step.remove) remove.run(sequentialId, endedAt, sessionId);
    return step.isMoreDue;
  }

  return createHistoryLimit(async (sequentialId) => {
    const size = await reader.read(() => findSize.get(sequentialId));
    return size !== null && exceedsHistoryLimit(size) && writer.write(() => shorten(sequentialId));
  });
}
