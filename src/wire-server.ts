// The shapes of the server API on the wire. wire.ts names them for the OpenAPI document.
import { z } from 'zod';
import { timestamp } from './wire-values.ts';

const scope = z
  .enum([
    'players:read',
    'players:write',
    'sessions:read',
    'sessions:write',
    'statistics:read',
    'audit:read',
    'keys:write',
    'service:read',
  ])
  .describe('A right that a key can have.');
const keyName = z
  .string()
  .min(1)
  .max(100)
  .describe('The name that the key was given. Several may have the same.');

export const serverIdentity = z.strictObject({
  keyId: z.string().describe('A UUIDv7; `environment` for the key of `SERVER_API_KEY`.'),
  name: keyName,
  scopes: z.array(scope),
});

export const serverKey = z.strictObject({
  keyId: z.uuid().describe('Names the key in the path that revokes it, a UUIDv7.'),
  name: keyName,
  scopes: z.array(scope),
  createdAt: timestamp('Time of the creation'),
  expiresAt: timestamp('Time from which the key is refused')
    .nullable()
    .describe('Time from which the key is refused; null for never.'),
  lastUsedAt: timestamp('Time of the last use')
    .nullable()
    .describe('Time of the last use, which may lag a minute; null before the first.'),
});

export const serverKeyList = z.strictObject({ keys: z.array(serverKey).describe('Oldest first.') });

export const createServerKeyBody = z.strictObject({
  name: keyName,
  scopes: z.array(scope).min(1).describe('Each at most once.'),
  expiresInSeconds: z
    .int()
    .min(1)
    .max(316_224_000)
    .optional()
    .describe('Unless given, the key does not expire.'),
});

export const createdServerKey = z.strictObject({
  ...serverKey.shape,
  key: z.string().describe('The text of the key, which is shown this once.'),
});

export const serverKeyRevoked = z.strictObject({ revoked: z.literal(true) });

export type ServerIdentity = z.infer<typeof serverIdentity>;
export type ServerKeyShape = z.infer<typeof serverKey>;
export type ServerKeyList = z.infer<typeof serverKeyList>;
export type CreatedServerKey = z.infer<typeof createdServerKey>;
