// The entries of the audit as the server API answers them. The detail and the whole entry stay text too, so that digits stay.
import { requestText } from '../../api/client.ts';
import type { components } from '../../api/schema.ts';
import type { ListPage } from '../../hooks/use-cursor-list.ts';
import { elementSources } from '../../json/elements.ts';
import { memberSource } from '../../json/member.ts';
import { type AuditFilter, apiQuery } from './audit-filter.ts';

type ApiEntry = components['schemas']['AuditPage']['entries'][number];

export interface AuditEntry extends Omit<ApiEntry, 'detail'> {
  /** JSON text of an object; undefined for none. */
  readonly detail: string | undefined;
  /** The entry as JSON text. */
  readonly source: string;
}

const pageSize = 100;

/** The entries after a cursor, newest first. @throws ApiFailure */
export async function listAuditEntries(
  filter: AuditFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<AuditEntry>> {
  const query = apiQuery(filter);
  query.set('limit', String(pageSize));
  if (cursor !== undefined) query.set('cursor', cursor);
  const { text } = await requestText(`/api/server/audit?${query}`, { signal });
  return readAuditPage(text);
}

/** Reads an answer with entries. */
export function readAuditPage(text: string): ListPage<AuditEntry> {
  const { data } = JSON.parse(text) as { data: components['schemas']['AuditPage'] };
  const sources = elementSources(memberSource(text, ['data', 'entries']) ?? '[]') ?? [];
  const rows = data.entries.map((entry, index) => {
    const source = sources[index] ?? '{}';
    const detail = memberSource(source, ['detail']);
    return { ...entry, source, detail: detail === 'null' ? undefined : detail };
  });
  return { rows, nextCursor: data.nextCursor };
}
