// The bound on the history of one player on Citus, which refuses locks within a larger statement. The surplus rows are listed, then
// locked, then deleted or cleared, all on the player's shard.
import { bigints, uuids } from '../arrays.ts';
import type { Queries } from '../executor.ts';
import shortenHistory from '../sql/shorten-history.sql' with { type: 'text' };
import { asTransaction, type Parameters, type Translation } from './executor.ts';
import listSurplus from './sql/list-surplus-history.sql' with { type: 'text' };

interface SurplusRow {
  readonly endedAt: number;
  readonly sessionId: string;
  readonly isDeleted: boolean;
}

const inList = `ended_sessions.sequential_id = $1::bigint AND ended_sessions.ended_at = surplus.ended_at
  AND ended_sessions.session_id = surplus.session_id`;
const surplus = 'unnest($2::bigint[], $3::uuid[]) AS surplus (ended_at, session_id)';

const lockRows = `SELECT ended_sessions.ended_at::float8 AS "endedAt", ended_sessions.session_id::text AS "sessionId"
  FROM ended_sessions JOIN ${surplus} ON ${inList}
  WHERE ended_sessions.sequential_id = $1::bigint
  FOR UPDATE OF ended_sessions SKIP LOCKED`;
const deleteRows = `DELETE FROM ended_sessions USING ${surplus} WHERE ${inList}`;
const clearRows = `UPDATE ended_sessions SET context = NULL FROM ${surplus} WHERE ${inList}`;

async function shorten(queries: Queries, parameters: Parameters): Promise<readonly object[]> {
  const [sequentialId] = parameters;
  const columnsOf = (rows: readonly Omit<SurplusRow, 'isDeleted'>[]): unknown[] => [
    sequentialId,
    bigints(rows.map(({ endedAt }) => endedAt)),
    uuids(rows.map(({ sessionId }) => sessionId)),
  ];
  const keyOf = ({ endedAt, sessionId }: Omit<SurplusRow, 'isDeleted'>): string => `${endedAt} ${sessionId}`;

  const found = await queries.query<SurplusRow>(listSurplus, parameters);
  if (found.length === 0) return [{ deleted: 0, cleared: 0 }];
  const locked = new Set((await queries.query<SurplusRow>(lockRows, columnsOf(found))).map(keyOf));
  const rows = found.filter((row) => locked.has(keyOf(row)));
  const deleted = rows.filter(({ isDeleted }) => isDeleted);
  const cleared = rows.filter(({ isDeleted }) => !isDeleted);
  if (deleted.length > 0) await queries.query(deleteRows, columnsOf(deleted));
  if (cleared.length > 0) await queries.query(clearRows, columnsOf(cleared));
  return [{ deleted: deleted.length, cleared: cleared.length }];
}

export const historyTranslations: readonly (readonly [string, Translation])[] = [
  [shortenHistory, asTransaction(shorten)],
];
