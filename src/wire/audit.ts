// The shapes of the audit on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { auditActions } from '../store/ports/audit.ts';
import { timestamp } from './values.ts';

const auditEntry = z.strictObject({
  auditId: z.uuid().describe('Identifier of the entry, a UUIDv7.'),
  at: timestamp('Time of the change'),
  keyId: z
    .string()
    .nullable()
    .describe(
      'The server key that made it, `environment` for that of `SERVER_API_KEY`, or the `personId` of a person at the console; null ' +
        'for the command line.',
    ),
  keyName: z
    .string()
    .describe(
      'The name of that key; the mail or the subject of a person; `command line` for the command line.',
    ),
  action: z.enum(auditActions).describe('The kind of the change.'),
  sequentialId: z.int().min(1).nullable().describe('The player; null for an entry about no player.'),
  detail: z
    .looseObject({})
    .nullable()
    .describe(
      'Facts about the change, different for each action. For a person at the console it has `person` with `subject` and `mail`, ' +
        'which is null unless the identity provider has verified it.',
    ),
  requestId: z.string().nullable().describe('`X-Request-Id` of the request; null for the command line.'),
});

export const auditPage = z.strictObject({
  entries: z.array(auditEntry).describe('Newest first. A page may hold fewer than `limit`, even none.'),
  nextCursor: z.string().nullable().describe('Where the next page begins; null on the last one.'),
});

/** The shapes of this file that the API document names, under their names there. */
export const auditShapes = {
  AuditPage: auditPage,
} as const;

export type AuditPageShape = z.infer<typeof auditPage>;
