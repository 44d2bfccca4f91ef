// The audit in PostgreSQL. The statement of a change inserts its entries; this file has their columns, their reading and their
// deletion.
import { AUDIT_PAGE_MAX_ENTRIES } from '../../tuning.ts';
import type { AuditStore } from '../ports/audit.ts';
import { newEntryNames } from '../ports/rows/audit.ts';
import { auditStart, type NewAuditRow, startOfList, toAuditPage, toAuditRow } from '../shared/audit.ts';
import { type Database, readCertainTime } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import type { Queries } from './executor.ts';
import { arraysOf } from './rows.ts';
import {
  findLastAudited,
  findLastAuditedOfPlayer,
  insertAudit,
  listAudit,
  listAuditOfPlayer,
  listAuditOfPlayers,
} from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

/** The columns of new entries. The statement adds the time. */
export const auditColumns = arraysOf(newEntryNames, 'audited');

/** Inserts entries, within the transaction of their change. */
export async function insertAuditRows(
  queries: Queries,
  rows: readonly NewAuditRow[],
  now: number | null,
): Promise<void> {
  await queries.run(insertAudit, { ...auditColumns(rows), now });
}

export function auditStore({ executor, now }: Database): AuditStore {
  return {
    // It is not repeated after an unknown outcome: a repetition would leave a second entry.
    record: (audited, sequentialId) =>
      withRetries(() => insertAuditRows(executor, [toAuditRow(audited, sequentialId)], now()), false),
    listOfPlayers: (ids, action) =>
      withRetries(
        async () => (await executor.run(listAuditOfPlayers, { ids, action })).map((row) => ({ ...row })),
        true,
      ),
    list: (filter, limit, after) =>
      withRetries(async () => {
        const { sequentialId, keyId = null, action = null, from = 0 } = filter;
        const start = startOfList(filter, after);
        const { at, auditId } = start;
        const page = { keyId, action, at, auditId, from, rows: AUDIT_PAGE_MAX_ENTRIES, limit: limit + 1 };
        const rows = await (sequentialId === undefined
          ? executor.run(listAudit, page)
          : executor.run(listAuditOfPlayer, { ...page, sequentialId }));
        const end = { at, auditId, from, skipped: AUDIT_PAGE_MAX_ENTRIES - 1 };
        const [last] =
          rows.length > limit
            ? []
            : await (sequentialId === undefined
                ? executor.run(findLastAudited, end)
                : executor.run(findLastAuditedOfPlayer, { ...end, sequentialId }));
        return toAuditPage(
          rows.map((row) => ({ ...row })),
          limit,
          last && { ...last },
        );
      }, true),
    deleteOld: (days, signal) =>
      executor.background(signal, async (queries) => {
        await deleteInSteps(
          queries,
          'audit_entries',
          'at',
          auditStart(await readCertainTime(queries, now), days),
        );
      }),
  };
}
