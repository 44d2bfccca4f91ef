// Loads the entries of the audit, page after page.
import { requestText } from '../../api/client.ts';
import type { RowPage } from '../../api/row-page.ts';
import { type AuditEntry, readAuditPage } from './audit-entries.ts';
import { type AuditFilter, apiQuery } from './audit-filter.ts';

const pageSize = 100;

/** The entries after a cursor, newest first. @throws ApiFailure */
export async function listAuditEntries(
  filter: AuditFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RowPage<AuditEntry>> {
  const query = apiQuery(filter);
  query.set('limit', String(pageSize));
  if (cursor !== undefined) query.set('cursor', cursor);
  const { text } = await requestText(`/api/server/audit?${query}`, { signal });
  return readAuditPage(text);
}
