// The shapes of server keys on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { keyNameProblem } from '../lib/key-name.ts';
import { quoted } from '../lib/quoted.ts';
import { SERVER_KEY_MAX_SECONDS, SERVER_KEY_NAME_MAX_CHARACTERS } from '../limits.ts';
import { scopes } from '../store/ports/keys.ts';
import { integerFrom, timestamp } from './values.ts';

const scope = z.enum(scopes).describe('A right that a key can have.');
const keyName = z
  .string({ error: 'name must be a string' })
  .meta({ minLength: 1, maxLength: SERVER_KEY_NAME_MAX_CHARACTERS })
  .describe('The name that the key was given. Several may have the same.');
/** A new name follows a stricter rule than the stored ones. */
const newKeyName = keyName.superRefine((name, { addIssue }) => {
  const problem = keyNameProblem(name);
  if (problem !== undefined) addIssue(`name ${problem}`);
});
const noList = { error: 'scopes must be an array of at least one scope' };
const newScopes = z
  .array(
    z.enum(scopes, { error: ({ input }) => noScope(input) }).describe('A right that a key can have.'),
    noList,
  )
  .min(1, noList)
  .superRefine((list, { addIssue }) => {
    const second = list.find((each, at) => list.indexOf(each) !== at);
    if (second !== undefined) addIssue(`scopes has ${second} twice`);
  });
const noScope = (input: unknown): string => {
  const text = typeof input === 'symbol' ? input.description : input;
  return `${quoted(String(text))} is no scope; scopes are ${scopes.join(', ')}`;
};

const subject = z.string().describe('The subject (`sub`) that the identity provider gives the person.');
const mail = z
  .string()
  .nullable()
  .describe('The mail that the identity provider has verified; null for none.');

export const serverIdentity = z.strictObject({
  keyId: z
    .string()
    .describe(
      'A UUIDv7; `environment` for the key of `SERVER_API_KEY`; `person-…` for a person at the console.',
    ),
  name: keyName,
  scopes: z.array(scope),
  person: z
    .strictObject({ subject, mail })
    .optional()
    .describe('The person who signed in at the console by OpenID Connect; absent for a key.'),
  checksMetadata: z
    .literal(true)
    .optional()
    .describe(
      'The service has a schema of metadata (`METADATA_SCHEMA`) to check objects by; absent without one.',
    ),
  tellsEvents: z
    .literal(true)
    .optional()
    .describe('The service tells events (`EVENTS`), so there may be webhooks; absent without.'),
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
  madeBy: z
    .string()
    .nullable()
    .describe(
      'The `keyId` of the key that made it, `environment` for that of `SERVER_API_KEY`, or the `personId` of a person at the ' +
        'console; null for the command line, and where it is not known. When that key is revoked alone, the key that made that one takes its place.',
    ),
});

export const serverKeyList = z.strictObject({ keys: z.array(serverKey).describe('Oldest first.') });

export const createServerKeyBody = z.strictObject({
  name: newKeyName,
  scopes: newScopes.describe('Each at most once.'),
  expiresInSeconds: integerFrom(
    1,
    SERVER_KEY_MAX_SECONDS,
    `expiresInSeconds must be an integer from 1 to ${SERVER_KEY_MAX_SECONDS}`,
  )
    .optional()
    .describe(
      'Unless given, the key does not expire before the key that makes it. A person at the console has to give it.',
    ),
});

export const createdServerKey = z.strictObject({
  ...serverKey.shape,
  expiryCut: z
    .boolean()
    .describe('Whether the key expires sooner than asked: with the key that made it, at `expiresAt`.'),
  key: z.string().describe('The text of the key, which is shown this once.'),
});

export const serverKeyRevoked = z.strictObject({
  revoked: z.literal(true),
  revokedMade: z
    .array(z.uuid())
    .optional()
    .describe('The `keyId`s of the keys that it made and that were revoked with it; only with `revokeMade`.'),
});

/** The shapes of this file that the API document names, under their names there. */
export const keysShapes = {
  ServerIdentity: serverIdentity,
  ServerKey: serverKey,
  ServerKeyList: serverKeyList,
  CreateServerKeyBody: createServerKeyBody,
  CreatedServerKey: createdServerKey,
  ServerKeyRevoked: serverKeyRevoked,
} as const;

export type ServerIdentity = z.infer<typeof serverIdentity>;
export type ServerKeyShape = z.infer<typeof serverKey>;
export type ServerKeyList = z.infer<typeof serverKeyList>;
export type CreatedServerKey = z.infer<typeof createdServerKey>;
export type ServerKeyRevoked = z.infer<typeof serverKeyRevoked>;
