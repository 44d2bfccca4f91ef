// The route that reads the audit. No route changes or removes an entry.
import { okText } from '../http/reply.ts';
import { toTimestamp } from '../lib/clock.ts';
import { AUDIT_PAGE_MAX_ROWS, AUDIT_PAGE_ROWS } from '../limits.ts';
import { defineServerRoute } from '../route/route.ts';
import { type AuditEntry, type AuditStore, auditActions } from '../store/ports/audit.ts';
import { formatCursor, readAuditQuery } from './query.ts';

export interface AuditDependencies {
  readonly store: { readonly audit: Pick<AuditStore, 'list'> };
}

const time = { type: 'string', format: 'date-time' };

const list = defineServerRoute({
  scope: 'audit:read',
  method: 'GET',
  path: '/api/server/audit',
  operation: {
    operationId: 'listAuditEntries',
    tag: 'Audit',
    summary: 'List audit entries',
    description:
      'The entries that match every filter, newest first, in pages. A page looks at a bounded number of entries, so it may hold ' +
      'fewer than `limit`, even none; the list goes on while `nextCursor` is not null.',
    queryParameters: {
      sequentialId: {
        description: 'Entries about this player.',
        schema: { type: 'integer', format: 'int64', minimum: 1 },
      },
      keyId: { description: 'Entries of this key, or of this person.', schema: { type: 'string' } },
      action: { description: 'Entries of this action.', schema: { type: 'string', enum: [...auditActions] } },
      from: { description: 'Entries of this time and later, ISO 8601.', schema: time },
      to: { description: 'Entries before this time, ISO 8601.', schema: time },
      limit: {
        description: 'The most entries of a page.',
        schema: { type: 'integer', minimum: 1, maximum: AUDIT_PAGE_MAX_ROWS, default: AUDIT_PAGE_ROWS },
      },
      cursor: { description: '`nextCursor` of the page before.', schema: { type: 'string' } },
    },
    dataShape: 'AuditPage',
    errors: ['invalidRequest'],
  },
  handler:
    ({ store }: AuditDependencies) =>
    async (request) => {
      const { filter, limit, after } = readAuditQuery(request);
      const { entries, next } = await store.audit.list(filter, limit, after);
      const nextCursor = JSON.stringify(next ? formatCursor(next) : null);
      return okText(`{"entries":[${entries.map(entryText).join(',')}],"nextCursor":${nextCursor}}`);
    },
});

/** An entry as JSON text. The detail is stored as JSON text, and is sent as it is. */
function entryText({ detail, requestId, at, ...entry }: AuditEntry): string {
  const { auditId, keyId, keyName, action, sequentialId } = entry;
  const about = JSON.stringify({ auditId, at: toTimestamp(at), keyId, keyName, action, sequentialId });
  return `${about.slice(0, -1)},"detail":${detail},"requestId":${JSON.stringify(requestId)}}`;
}

export const auditRoutes = [list];
