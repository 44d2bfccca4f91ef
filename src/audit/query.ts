// Reads the query of the audit: filters, the size of a page and the place where it begins.
import { invalidRequest } from '../http/json-members.ts';
import { parsePositiveInteger } from '../http/path.ts';
import { readLimit, readQuery, readTime } from '../http/query.ts';
import { isAuditId, isKeyId } from '../lib/ids.ts';
import { isPersonId } from '../lib/person-id.ts';
import { isPlayerId } from '../lib/player-id.ts';
import { AUDIT_PAGE_MAX_ROWS, AUDIT_PAGE_ROWS, PLAYER_ID_MAX_CHARACTERS } from '../limits.ts';
import {
  type AuditAction,
  type AuditFilter,
  type AuditPosition,
  auditActions,
} from '../store/ports/audit.ts';

export interface AuditQuery {
  readonly filter: AuditFilter;
  readonly limit: number;
  readonly after: AuditPosition | undefined;
  /** The name of the player, in the place of the sequential id in the filter. */
  readonly playerId: string | undefined;
}

/** @throws ApiError `invalidRequest` that names the parameter */
export function readAuditQuery(request: Request): AuditQuery {
  const { limit, cursor, playerId, ...filters } = readQuery(request, [
    'sequentialId',
    'playerId',
    'keyId',
    'action',
    'from',
    'to',
    'limit',
    'cursor',
  ]);
  const { sequentialId, keyId, action, from, to } = filters;
  if (sequentialId !== undefined && playerId !== undefined)
    throw invalidRequest('give either sequentialId or playerId');
  if (playerId !== undefined && !isPlayerId(playerId))
    throw invalidRequest(
      `playerId must have 1 to ${PLAYER_ID_MAX_CHARACTERS} characters without control characters`,
    );
  return {
    filter: {
      ...(sequentialId !== undefined && { sequentialId: readSequentialId(sequentialId) }),
      ...(keyId !== undefined && { keyId: readKeyId(keyId) }),
      ...(action !== undefined && { action: readAction(action) }),
      ...(from !== undefined && { from: readTime('from', from) }),
      ...(to !== undefined && { to: readTime('to', to) }),
    },
    limit: readLimit(limit, AUDIT_PAGE_ROWS, AUDIT_PAGE_MAX_ROWS),
    after: cursor === undefined ? undefined : parseCursor(cursor),
    playerId,
  };
}

function readSequentialId(text: string): number {
  const sequentialId = parsePositiveInteger(text);
  if (sequentialId === undefined) throw invalidRequest('sequentialId must be a positive integer');
  return sequentialId;
}

function readKeyId(text: string): string {
  if (text === 'environment' || isKeyId(text) || isPersonId(text)) return text;
  throw invalidRequest('keyId must be the id of a server key or of a person, or environment');
}

function readAction(text: string): AuditAction {
  const action = auditActions.find((each) => each === text);
  if (action === undefined)
    throw invalidRequest('action must be the name of an action, such as metadata.set');
  return action;
}

export const formatCursor = ({ at, auditId }: AuditPosition): string =>
  Buffer.from(`${at}.${auditId}`).toString('base64url');

function parseCursor(cursor: string): AuditPosition {
  const [, at, auditId = ''] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || !isAuditId(auditId))
    throw invalidRequest('cursor must be the nextCursor of an earlier answer');
  return { at: Number(at), auditId };
}
