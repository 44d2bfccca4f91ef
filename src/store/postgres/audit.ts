// The audit in PostgreSQL. The statement of a change inserts its entries; this file has their columns, their reading and their
// deletion.
import { AUDIT_PAGE_MAX_ENTRIES } from '../../tuning.ts';
import type { AuditPosition, AuditStore } from '../ports/audit.ts';
import {
  type AuditRow,
  auditStart,
  type NewAuditRow,
  startOfList,
  toAuditPage,
  toAuditRow,
} from '../shared/audit.ts';
import { bigints, texts, uuids } from './arrays.ts';
import { type Database, readClock } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import type { Queries } from './executor.ts';
import insertAudit from './sql/insert-audit.sql' with { type: 'text' };
import listAudit from './sql/list-audit.sql' with { type: 'text' };
import listAuditOfPlayer from './sql/list-audit-of-player.sql' with { type: 'text' };
import { withRetries } from './with-retries.ts';

/** The columns of new entries. The statement adds the time. */
export const auditColumns = (rows: readonly NewAuditRow[]): unknown[] => [
  bigints(rows.map((row) => row.sequentialId)),
  uuids(rows.map((row) => row.auditId)),
  texts(rows.map((row) => row.keyId)),
  texts(rows.map((row) => row.keyName)),
  texts(rows.map((row) => row.action)),
  texts(rows.map((row) => row.detail)),
  texts(rows.map((row) => row.requestId)),
];

/** Inserts entries, within the transaction of their change. */
export async function insertAuditRows(
  queries: Queries,
  rows: readonly NewAuditRow[],
  now: number | null,
): Promise<void> {
  await queries.query(insertAudit, [...auditColumns(rows), now]);
}

/** The entry that a page looks at last, if there are so many. */
const lastLookedAt = (ofPlayer: boolean) => `SELECT at::float8, audit_id::text AS "auditId" FROM audit_entries
  WHERE (at, audit_id) < ($1::bigint, $2::uuid) AND at >= $3::bigint ${ofPlayer ? 'AND sequential_id = $4::bigint' : ''}
  ORDER BY at DESC, audit_id DESC OFFSET ${AUDIT_PAGE_MAX_ENTRIES - 1} LIMIT 1`;
const findLast = lastLookedAt(false);
const findLastOfPlayer = lastLookedAt(true);

export function auditStore({ executor, now }: Database): AuditStore {
  return {
    // It is not repeated after an unknown outcome: a repetition would leave a second entry.
    record: (audited, sequentialId) =>
      withRetries(() => insertAuditRows(executor, [toAuditRow(audited, sequentialId)], now()), false),
    list: (filter, limit, after) =>
      withRetries(async () => {
        const { sequentialId, keyId = null, action = null, from = 0 } = filter;
        const start = startOfList(filter, after);
        const player = sequentialId === undefined ? [] : [sequentialId];
        const parameters = [keyId, action, start.at, start.auditId, AUDIT_PAGE_MAX_ENTRIES, from, limit + 1];
        const statement = sequentialId === undefined ? listAudit : listAuditOfPlayer;
        const rows = await executor.query<AuditRow>(statement, [...player, ...parameters]);
        const find = sequentialId === undefined ? findLast : findLastOfPlayer;
        const [last] =
          rows.length > limit
            ? []
            : await executor.query<AuditPosition>(find, [start.at, start.auditId, from, ...player]);
        return toAuditPage(
          rows.map((row) => ({ ...row })),
          limit,
          last && { ...last },
        );
      }, true),
    deleteOld: (days, signal) =>
      executor.background(signal, async (queries) => {
        await deleteInSteps(queries, 'audit_entries', 'at', auditStart(await readClock(queries, now), days));
      }),
  };
}
