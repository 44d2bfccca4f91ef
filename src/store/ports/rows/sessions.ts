// The columns of sessions: of the active one of each player, and of those that have ended.
import { z } from 'zod';
import { endReasons } from '../sessions.ts';
import { column, describeTable, id, namesWithout, type RecordOf, time } from './table.ts';

const sessionId = column('session_id', 'uuid', z.uuid(), 'UUIDv7 of the session.');
const startedAt = column('started_at', 'integer', time, 'When the session started.');
const context = z.string().nullable().default(null);
const installation = z.string().nullable().default(null);

export const activeSessions = describeTable('active-session', 'active_sessions', {
  sequentialId: column('sequential_id', 'integer', id, 'The player.'),
  sessionId,
  startedAt,
  lastActivity: column(
    'last_activity',
    'integer',
    time,
    'The time of the start or of the last heartbeat; it never goes backwards. No index has this column, so a heartbeat is cheap.',
  ),
  context: column(
    'context',
    'text',
    context,
    'JSON text that the client gave with the start; null when it gave none.',
  ),
  installationId: column(
    'installation_id',
    'text',
    installation,
    'The installation that started the session; null when the start named none.',
  ),
});

export const endedSessions = describeTable('ended-session', 'ended_sessions', {
  sequentialId: column(
    'sequential_id',
    'integer',
    id,
    'The player; after an erasure the id belongs to nobody.',
  ),
  sessionId,
  startedAt,
  endedAt: column(
    'ended_at',
    'integer',
    time,
    'When the session ended; for an expired session its last activity.',
  ),
  reason: column(
    'reason',
    'end_reason',
    z.enum(endReasons),
    'Why the session ended: `stopped`, `expired`, `replaced`, `terminated` or `erased`.',
  ),
  context: column(
    'context',
    'text',
    context,
    'The same as in `active_sessions`; null also after an erasure, and where the history was too long.',
  ),
  installationId: column(
    'installation_id',
    'text',
    installation,
    'The same as in `active_sessions`; null also after an erasure.',
  ),
  counted: column(
    'counted',
    'small',
    z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
    '1 when the statistics have counted the session, 0 before. 2 when a rebuild counts it again from `floor_day` on.',
  ),
});

export type ActiveSessionRecord = RecordOf<typeof activeSessions>;
export type EndedSessionRecord = RecordOf<typeof endedSessions>;

/** The columns of an active session in the answers to its player. */
export const sessionNames = namesWithout(activeSessions, ['context', 'installationId']);
