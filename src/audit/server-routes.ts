// The route that reads the audit. No route changes or removes an entry.
import { assertScope } from '../auth/access/server.ts';
import { noSuchPlayer } from '../errors/errors.ts';
import { okText } from '../http/reply.ts';
import { toTimestamp } from '../lib/clock.ts';
import { AUDIT_PAGE_MAX_ROWS, AUDIT_PAGE_ROWS } from '../limits.ts';
import { defineServerRoute } from '../route/route.ts';
import { type AuditEntry, type AuditStore, auditActions } from '../store/ports/audit.ts';
import type { PlayerStore } from '../store/ports/players.ts';
import { formatCursor, readAuditQuery } from './query.ts';

export interface AuditDependencies {
  readonly store: { readonly audit: Pick<AuditStore, 'list'>; readonly players: Pick<PlayerStore, 'find'> };
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
      playerId: {
        description:
          'Entries about the player who has this player id today; 404 if nobody has. Needs the scope `players:read` too.',
        schema: { type: 'string' },
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
    errors: ['invalidRequest', 'playerNotFound'],
  },
  handler:
    ({ store }: AuditDependencies) =>
    async (request, server) => {
      const { filter, limit, after, playerId } = readAuditQuery(request);
      // The sequential id of a name is a fact about players.
      if (playerId !== undefined) assertScope(server, 'players:read');
      const ofPlayer =
        playerId === undefined ? {} : { sequentialId: await findPlayer(store.players, playerId) };
      const { entries, next } = await store.audit.list({ ...filter, ...ofPlayer }, limit, after);
      const nextCursor = JSON.stringify(next ? formatCursor(next) : null);
      return okText(`{"entries":[${entries.map(entryText).join(',')}],"nextCursor":${nextCursor}}`);
    },
});

/** @throws ApiError `playerNotFound` */
async function findPlayer(players: Pick<PlayerStore, 'find'>, playerId: string): Promise<number> {
  const found = await players.find(playerId);
  if (typeof found !== 'number') throw noSuchPlayer('player');
  return found;
}

/** An entry as JSON text. The detail is stored as JSON text, and is sent as it is. */
function entryText({ detail, requestId, at, ...entry }: AuditEntry): string {
  const { auditId, keyId, keyName, action, sequentialId } = entry;
  const about = JSON.stringify({ auditId, at: toTimestamp(at), keyId, keyName, action, sequentialId });
  return `${about.slice(0, -1)},"detail":${detail},"requestId":${JSON.stringify(requestId)}}`;
}

export const auditRoutes = [list];
