// The entries of the audit as the server API answers them. The detail and the whole entry stay text too, so that digits stay.
import type { RowPage } from '../../api/row-page.ts';
import type { components } from '../../api/schema.ts';
import { elementSources } from '../../json/elements.ts';
import { memberSource } from '../../json/member.ts';

type ApiEntry = components['schemas']['AuditPage']['entries'][number];

export interface AuditEntry extends Omit<ApiEntry, 'detail'> {
  /** JSON text of an object; undefined for none. */
  readonly detail: string | undefined;
  /** The entry as JSON text. */
  readonly source: string;
}

/** Reads an answer with entries. */
export function readAuditPage(text: string): RowPage<AuditEntry> {
  const { data } = JSON.parse(text) as { data: components['schemas']['AuditPage'] };
  const sources = elementSources(memberSource(text, ['data', 'entries']) ?? '[]') ?? [];
  const rows = data.entries.map((entry, index) => {
    const source = sources[index] ?? '{}';
    const detail = memberSource(source, ['detail']);
    return { ...entry, source, detail: detail === 'null' ? undefined : detail };
  });
  return { rows, nextCursor: data.nextCursor };
}

export interface EntryPerson {
  readonly subject: string;
  /** Null unless the issuer has verified it. */
  readonly mail: string | null;
}

/** The person at the console who made an entry; undefined for a key and the command line. */
export function personOf({ keyId, detail }: Pick<AuditEntry, 'keyId' | 'detail'>): EntryPerson | undefined {
  if (detail === undefined) return undefined;
  if (!keyId?.startsWith('person-')) return undefined;
  return (JSON.parse(detail) as { readonly person?: EntryPerson }).person;
}
