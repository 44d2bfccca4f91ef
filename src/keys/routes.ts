// Routes of server keys: the caller's own key, and the list, creation and revocation of keys. The text of a key is in one
// answer, that of its creation.
import { authorOf, type IdentityDependencies, identityOf } from '../auth/access/server.ts';
import type { KeyRefusals } from '../auth/key-refusals.ts';
import type { Server } from '../auth/principals.ts';
import type { ServerKeys } from '../auth/server-keys.ts';
import { invalidRequest } from '../http/json-members.ts';
import { readQuery } from '../http/query.ts';
import { ok } from '../http/reply.ts';
import { type Clock, toTimestamp } from '../lib/clock.ts';
import { SERVER_KEYS_MAX } from '../limits.ts';
import { defineServerRoute } from '../route/route.ts';
import type { ServerKey, ServerKeyStore } from '../store/ports/keys.ts';
import type {
  CreatedServerKey,
  ServerIdentity,
  ServerKeyList,
  ServerKeyRevoked,
  ServerKeyShape,
} from '../wire/keys.ts';
import { readKeyRequest } from './body.ts';
import { type Caller, createKey, revokeKey } from './keys.ts';

export interface KeyDependencies {
  readonly store: { readonly serverKeys: ServerKeyStore };
  readonly serverKeys: Pick<ServerKeys, 'invalidate'>;
  readonly keyRefusals: KeyRefusals;
  readonly clock: Clock;
}

const keyId = '01a00000-0000-7000-8000-00000000000a';

const getOwn = defineServerRoute({
  scope: undefined,
  method: 'GET',
  path: '/api/server/me',
  operation: {
    operationId: 'getOwnKey',
    tag: 'Keys',
    summary: 'Get the own key',
    description:
      'The key of the request and its scopes. `SERVER_API_KEY` has the id `environment`. Of a session at the console it is the ' +
      'key or the person who signed in.',
    dataShape: 'ServerIdentity',
    errors: [],
  },
  handler: (dependencies: IdentityDependencies) => (_request, server) =>
    ok(identityOf(server, dependencies) satisfies ServerIdentity),
});

const list = defineServerRoute({
  scope: 'keys:write',
  method: 'GET',
  path: '/api/server/keys',
  operation: {
    operationId: 'listKeys',
    tag: 'Keys',
    summary: 'List keys',
    description: `All keys without their texts, the oldest first. There are ${SERVER_KEYS_MAX} at most.`,
    dataShape: 'ServerKeyList',
    errors: [],
  },
  handler:
    ({ store }: KeyDependencies) =>
    async () => {
      const keys = await store.serverKeys.list();
      return ok({ keys: keys.map(shapeOf) } satisfies ServerKeyList);
    },
});

const create = defineServerRoute({
  scope: 'keys:write',
  method: 'POST',
  path: '/api/server/keys',
  operation: {
    operationId: 'createKey',
    tag: 'Keys',
    summary: 'Create key',
    description:
      'Makes a key with scopes that the caller’s own key has. It expires no later than that key: `expiryCut` tells that this ' +
      'is sooner than asked. The answer holds its text, this once. The operation takes no `Idempotency-Key`: after an answer ' +
      'that was lost, revoke the key of that name and create another one.',
    request: {
      'application/json': {
        shape: 'CreateServerKeyBody',
        example: { name: 'backend', scopes: ['players:read', 'players:write'], expiresInSeconds: 7_776_000 },
      },
    },
    dataShape: 'CreatedServerKey',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler:
    ({ store, clock, keyRefusals }: KeyDependencies) =>
    async (request, server, bodyLength, requestId) => {
      const wanted = await readKeyRequest(request, bodyLength);
      const caller = {
        ...callerOf(server, requestId),
        refuse: keyRefusals.refuse,
        isPerson: server.person !== undefined,
      };
      const { key, text, isExpiryCut } = await createKey(store.serverKeys, clock, caller, wanted);
      return ok({ ...shapeOf(key), expiryCut: isExpiryCut, key: text } satisfies CreatedServerKey);
    },
});

const revoke = defineServerRoute({
  scope: 'keys:write',
  method: 'DELETE',
  path: '/api/server/keys/:keyId',
  operation: {
    operationId: 'revokeKey',
    tag: 'Keys',
    summary: 'Revoke key',
    description:
      'Deletes a key. Within 10 seconds every process refuses it. A key with a scope that the caller’s own key lacks stays: ' +
      '403. The key of `SERVER_API_KEY` is a setting, and not found here. With `revokeMade` the keys that it made go in the ' +
      'same commit, and those that these made.',
    pathParameters: {
      keyId: { description: 'The `keyId` of the key.', schema: { type: 'string' }, example: keyId },
    },
    queryParameters: {
      revokeMade: {
        description: 'Whether the keys that it made are revoked too: `true` or `false`, the default.',
        schema: { type: 'boolean', default: false },
      },
    },
    dataShape: 'ServerKeyRevoked',
    errors: ['keyNotFound', 'invalidRequest'],
  },
  handler:
    ({ store, serverKeys }: KeyDependencies) =>
    async (request, server, _bodyLength, requestId) => {
      const withMade = readRevokeMade(request);
      const caller = callerOf(server, requestId);
      const made = await revokeKey(store.serverKeys, caller, request.params.keyId ?? '', { withMade });
      serverKeys.invalidate();
      const revokedMade = made.map(({ keyId }) => keyId);
      return ok({ revoked: true, ...(withMade && { revokedMade }) } satisfies ServerKeyRevoked);
    },
});

/** @throws ApiError `invalidRequest` */
function readRevokeMade(request: Request): boolean {
  const { revokeMade = 'false' } = readQuery(request, ['revokeMade']);
  if (revokeMade !== 'true' && revokeMade !== 'false')
    throw invalidRequest('revokeMade must be true or false');
  return revokeMade === 'true';
}

const callerOf = (server: Server, requestId: string): Caller => ({
  scopes: server.scopes,
  author: authorOf(server, requestId),
});

const shapeOf = ({ expiresAt, lastUsedAt, createdAt, ...key }: ServerKey): ServerKeyShape => ({
  keyId: key.keyId,
  name: key.name,
  scopes: [...key.scopes],
  createdAt: toTimestamp(createdAt),
  expiresAt: expiresAt === null ? null : toTimestamp(expiresAt),
  lastUsedAt: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
  madeBy: key.madeBy,
});

export const keyRoutes = [getOwn, list, create, revoke];
