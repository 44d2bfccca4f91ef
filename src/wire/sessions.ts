// The shapes of sessions on the wire, for players and servers. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { endReasons, onActiveValues } from '../store/ports/sessions.ts';
import { playerId, sessionId, startFacts, timestamp } from './values.ts';

export const startSessionBody = z
  .strictObject({
    onActive: z
      .enum(onActiveValues)
      .optional()
      .describe(
        'While a session is active: refuse the start (the default), end that session and begin another, do so only if it is of this installation, or go on with it.',
      ),
    context: z
      .looseObject({})
      .optional()
      .describe(
        'Kept with the session, for instance platform, version and device; at most 4 KiB and 32 levels deep.',
      ),
  })
  .describe('Optional.');

export const sessionBody = z
  .strictObject({
    sessionId: z.string().optional().describe('Only this session counts as the active one.'),
  })
  .describe('Optional.');

export const startedSession = z.strictObject({
  sessionId,
  startTime: timestamp('When the session began'),
  playerId,
});

export const sessionHeartbeat = z.strictObject({
  sessionId,
  lastActivity: timestamp('Time of the latest activity'),
  playerId,
});

export const endedSession = z.strictObject({
  sessionId,
  startTime: timestamp('When the session began'),
  endTime: timestamp('When the session ended'),
  duration: z.number().min(0).describe('Length of the session in seconds, with millisecond precision.'),
  playerId,
});

export const activeSession = z.strictObject({
  ...startedSession.shape,
  lastActivity: timestamp('Time of the latest activity'),
  ...startFacts,
});

export const sessionHistory = z.strictObject({
  sessions: z
    .array(
      z.strictObject({
        ...endedSession.omit({ playerId: true }).shape,
        reason: z
          .enum(endReasons)
          .describe('Why it ended; `terminated` by a server, `erased` with its player.'),
        ...startFacts,
      }),
    )
    .describe('Newest first.'),
  nextCursor: z.string().nullable().describe('Where the next page begins; null on the last one.'),
});

const sequentialId = z.int().min(1).describe('Numeric id of the player.');
export const playerSession = z.strictObject({
  sessionId,
  playerId,
  sequentialId,
  startTime: timestamp('When the session began'),
  lastActivity: timestamp('Time of the latest activity'),
  ...startFacts,
});

export const playerSessions = z.strictObject({
  sessions: z.array(playerSession).describe('In the order of sequential ids.'),
  nextCursor: z
    .string()
    .nullable()
    .describe(
      'Where the next page begins; null on the last one. A page may hold fewer than `limit`, even none.',
    ),
});

export const terminateBody = z.strictObject({}).describe('Optional, an empty object.');

export const terminatedSession = z.strictObject({
  sessionId,
  playerId,
  sequentialId,
  startTime: timestamp('When the session began'),
  endTime: timestamp('When the session ended'),
  duration: z.number().min(0).describe('Length of the session in seconds, with millisecond precision.'),
  reason: z.literal('terminated'),
});

export const onlineCount = z.strictObject({
  online: z.int().min(0).describe('The number of active sessions, at most five seconds old.'),
});

/** The shapes of this file that the API document names, under their names there. */
export const sessionsShapes = {
  StartedSession: startedSession,
  SessionHeartbeat: sessionHeartbeat,
  EndedSession: endedSession,
  StartSessionBody: startSessionBody,
  SessionBody: sessionBody,
  ActiveSession: activeSession,
  SessionHistory: sessionHistory,
  PlayerSession: playerSession,
  PlayerSessions: playerSessions,
  TerminateBody: terminateBody,
  TerminatedSession: terminatedSession,
  OnlineCount: onlineCount,
} as const;

export type StartedSession = z.infer<typeof startedSession>;
export type SessionHeartbeat = z.infer<typeof sessionHeartbeat>;
export type EndedSession = z.infer<typeof endedSession>;
export type PlayerSessionShape = Omit<z.infer<typeof playerSession>, 'context'>;
export type TerminatedSession = z.infer<typeof terminatedSession>;
export type OnlineCount = z.infer<typeof onlineCount>;
