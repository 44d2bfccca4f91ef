// The shapes of the server's session routes on the wire. wire.ts names them for the OpenAPI document.
import { z } from 'zod';
import { playerId, sessionId, timestamp } from './wire-values.ts';

const sequentialId = z.int().min(1).describe('Numeric id of the player.');
const context = z.looseObject({}).nullable().describe('What the start brought along; null for nothing.');

export const playerSession = z.strictObject({
  sessionId,
  playerId,
  sequentialId,
  startTime: timestamp('When the session began'),
  lastActivity: timestamp('Time of the latest activity'),
  context,
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

export type PlayerSessionShape = Omit<z.infer<typeof playerSession>, 'context'>;
export type TerminatedSession = z.infer<typeof terminatedSession>;
export type OnlineCount = z.infer<typeof onlineCount>;
