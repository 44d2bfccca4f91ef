// The shapes of requests and replies, each defined once. They give types to the code, JSON Schema to the OpenAPI document, and
// checks to tests. The files of shapes import nothing else of the service, so that a
// client can share them.
import { z } from 'zod';
import { auditPage } from './wire-audit.ts';
import { bulkBody, bulkResults } from './wire-bulk.ts';
import {
  metadataObject,
  metadataRecord,
  metadataVersion,
  metadataVersions,
  restoreBody,
  serverMetadataVersion,
  serverMetadataVersions,
  setMetadataBody,
} from './wire-metadata.ts';
import {
  lookUpPlayersBody,
  player,
  playerErased,
  playerExport,
  players,
  registerPlayerBody,
} from './wire-players.ts';
import { playerPage, searchPlayersBody } from './wire-search.ts';
import {
  createdServerKey,
  createServerKeyBody,
  serverIdentity,
  serverKey,
  serverKeyList,
  serverKeyRevoked,
} from './wire-server.ts';
import { serviceState } from './wire-service.ts';
import {
  onlineCount,
  playerSession,
  playerSessions,
  terminateBody,
  terminatedSession,
} from './wire-sessions.ts';
import {
  onlineSeries,
  playerStatistics,
  playersOnline,
  retention,
  sessionLengths,
  sessionStatistics,
} from './wire-statistics.ts';
import { suspendPlayerBody } from './wire-suspensions.ts';
import { playerId, sessionId, timestamp } from './wire-values.ts';

export const lookUpBody = z.strictObject({
  sequentialIds: z.array(z.int().min(1)).min(1).max(100).describe('Sequential ids of the players to read.'),
});

export const metadataRecords = z.strictObject({
  records: z.array(metadataRecord).describe('In the order asked, each player once.'),
  unknown: z.array(z.int().min(1)).describe('Ids without a player, or of players hidden from the caller.'),
});

export const mergePatchBody = z
  .looseObject({})
  .describe('A JSON Merge Patch (RFC 7396): members to set, null for those to remove.');

const pointer = z.string().describe('A JSON Pointer (RFC 6901).');
const jsonPatchOperations = [
  z.looseObject({ op: z.enum(['add', 'replace', 'test']), path: pointer, value: z.unknown() }),
  z.looseObject({ op: z.literal('remove'), path: pointer }),
  z.looseObject({ op: z.enum(['move', 'copy']), path: pointer, from: pointer }),
] as const;

export const jsonPatchBody = z
  .array(z.discriminatedUnion('op', jsonPatchOperations))
  .describe('A JSON Patch (RFC 6902): operations that apply in order, all or none.');

export const playkeepPatchBody = z
  .array(
    z.discriminatedUnion('op', [
      ...jsonPatchOperations,
      z.strictObject({
        op: z.literal('increment'),
        path: pointer,
        by: z.number().describe('The number to add, exactly. A negative number subtracts.'),
        min: z.number().optional().describe('The smallest result that applies.'),
        max: z.number().optional().describe('The largest result that applies.'),
        initial: z
          .number()
          .optional()
          .describe('The value of a missing member before the addition, 0 by default.'),
      }),
      z.strictObject({
        op: z.literal('append'),
        path: pointer,
        value: z.unknown().describe('The new last item of the array. A missing member becomes an array.'),
        maxItems: z
          .int()
          .min(1)
          .optional()
          .describe(
            'The most items of the array. Beyond it the oldest items, which are the first ones, are removed.',
          ),
      }),
    ]),
  )
  .describe(
    'A JSON Patch (RFC 6902) that may also hold `increment` and `append`. Numbers have at most 1,000 digits and exponents ' +
      'within ±1,000.',
  );

export const startSessionBody = z
  .strictObject({
    onActive: z
      .enum(['reject', 'replace', 'resume'])
      .optional()
      .describe(
        'While a session is active: refuse the start (the default), end that session and begin another, or go on with it.',
      ),
    context: z
      .looseObject({})
      .optional()
      .describe(
        'Kept with the session, for instance platform, version and device; at most 4 KiB and 1,024 levels deep.',
      ),
  })
  .describe('Optional.');

export const sessionBody = z
  .strictObject({
    sessionId: z.string().optional().describe('Only this session counts as the active one.'),
  })
  .describe('Optional.');

const context = z.looseObject({}).nullable().describe('What the start brought along; null for nothing.');

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
  context,
});

export const sessionHistory = z.strictObject({
  sessions: z
    .array(
      z.strictObject({
        ...endedSession.omit({ playerId: true }).shape,
        reason: z
          .enum(['stopped', 'expired', 'replaced', 'terminated', 'erased'])
          .describe('Why it ended; `terminated` by a server, `erased` with its player.'),
        context,
      }),
    )
    .describe('Newest first.'),
  nextCursor: z.string().nullable().describe('Where the next page begins; null on the last one.'),
});

export const metadataDeleted = z
  .literal('Metadata deleted')
  .describe('The fixed string that confirms the deletion.');

export const probeAnswer = z.enum(['live', 'ready']);

export const errorBody = z.strictObject({
  statusCode: z.int().min(400).max(599).describe('The HTTP status.'),
  error: z.strictObject({
    message: z.string().describe('One of a closed list of constants, safe to compare.'),
    detail: z
      .string()
      .optional()
      .describe('More about this one case; only on errors outside the core table.'),
  }),
});

export const conflictBody = z
  .strictObject({ ...errorBody.shape, data: metadataRecord })
  .describe('The error, and beside it the record as it is now.');

export type StartedSession = z.infer<typeof startedSession>;
export type SessionHeartbeat = z.infer<typeof sessionHeartbeat>;
export type EndedSession = z.infer<typeof endedSession>;
export type ErrorBody = z.infer<typeof errorBody>;

/** The shapes that the OpenAPI document names, under their names there. */
export const namedShapes = {
  Metadata: metadataObject,
  SetMetadataBody: setMetadataBody,
  MetadataRecord: metadataRecord,
  StartedSession: startedSession,
  SessionHeartbeat: sessionHeartbeat,
  EndedSession: endedSession,
  MetadataDeleted: metadataDeleted,
  MetadataVersions: metadataVersions,
  MetadataVersion: metadataVersion,
  LookUpBody: lookUpBody,
  MetadataRecords: metadataRecords,
  MergePatch: mergePatchBody,
  JsonPatch: jsonPatchBody,
  PlaykeepPatch: playkeepPatchBody,
  StartSessionBody: startSessionBody,
  SessionBody: sessionBody,
  ActiveSession: activeSession,
  SessionHistory: sessionHistory,
  Player: player,
  RegisterPlayerBody: registerPlayerBody,
  LookUpPlayersBody: lookUpPlayersBody,
  Players: players,
  PlayerErased: playerErased,
  PlayerExport: playerExport,
  SuspendPlayerBody: suspendPlayerBody,
  SearchPlayersBody: searchPlayersBody,
  PlayerPage: playerPage,
  ServerIdentity: serverIdentity,
  ServerKey: serverKey,
  ServerKeyList: serverKeyList,
  CreateServerKeyBody: createServerKeyBody,
  CreatedServerKey: createdServerKey,
  ServerKeyRevoked: serverKeyRevoked,
  BulkBody: bulkBody,
  BulkResults: bulkResults,
  PlayerSession: playerSession,
  PlayerSessions: playerSessions,
  TerminateBody: terminateBody,
  TerminatedSession: terminatedSession,
  OnlineCount: onlineCount,
  ServerMetadataVersions: serverMetadataVersions,
  ServerMetadataVersion: serverMetadataVersion,
  RestoreBody: restoreBody,
  AuditPage: auditPage,
  ServiceState: serviceState,
  PlayersOnline: playersOnline,
  OnlineSeries: onlineSeries,
  PlayerStatistics: playerStatistics,
  Retention: retention,
  SessionLengths: sessionLengths,
  SessionStatistics: sessionStatistics,
  ProbeAnswer: probeAnswer,
  Error: errorBody,
  Conflict: conflictBody,
} as const satisfies Record<string, z.ZodType>;

export type ShapeName = keyof typeof namedShapes;
