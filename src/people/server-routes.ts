// Routes of the people who sign in at the console: their list, and the end of the keys that one of them made. Their roles are at the
// issuer, so no route gives or takes one.
import { authorOf } from '../auth/access/server.ts';
import type { ServerKeys } from '../auth/server-keys.ts';
import { ok } from '../http/reply.ts';
import { toTimestamp } from '../lib/clock.ts';
import { CONSOLE_PEOPLE_MAX } from '../limits.ts';
import { defineServerRoute } from '../route/route.ts';
import type { ServerKeyStore } from '../store/ports/keys.ts';
import type { Person, PersonStore } from '../store/ports/people.ts';
import type { KeysOfPersonRevoked, PersonListShape } from '../wire/people.ts';
import { revokeKeysOfPerson } from './people.ts';

export interface PeopleDependencies {
  readonly store: { readonly people: PersonStore; readonly serverKeys: ServerKeyStore };
  readonly serverKeys: Pick<ServerKeys, 'invalidate'>;
}

const list = defineServerRoute({
  scope: 'keys:write',
  method: 'GET',
  path: '/api/server/people',
  operation: {
    operationId: 'listPeople',
    tag: 'Keys',
    summary: 'List people',
    description:
      'Everybody who has signed in at the console by OpenID Connect, the oldest first, also those whose role has gone. There are ' +
      `${CONSOLE_PEOPLE_MAX} at most.`,
    dataShape: 'PersonList',
    errors: [],
  },
  handler:
    ({ store }: PeopleDependencies) =>
    async () => {
      const people = await store.people.list();
      return ok({ people: people.map(shapeOf) } satisfies PersonListShape);
    },
});

const revokeKeys = defineServerRoute({
  scope: 'keys:write',
  method: 'DELETE',
  path: '/api/server/people/:personId/keys',
  operation: {
    operationId: 'revokeKeysOfPerson',
    tag: 'Keys',
    summary: 'Revoke the keys of a person',
    description:
      'Deletes the keys that a person made, and those that these made, in one commit. Within 10 seconds every process refuses ' +
      'them. If one has a scope that the caller lacks, all stay: 403.',
    pathParameters: {
      personId: {
        description: 'The `personId` of the person.',
        schema: { type: 'string' },
        example: 'person-0123456789abcdef0123456789abcdef',
      },
    },
    dataShape: 'KeysOfPersonRevoked',
    errors: ['keyNotFound'],
  },
  handler:
    ({ store, serverKeys }: PeopleDependencies) =>
    async (request, server, _bodyLength, requestId) => {
      const caller = { scopes: server.scopes, author: authorOf(server, requestId) };
      const revoked = await revokeKeysOfPerson(store.serverKeys, caller, request.params.personId ?? '');
      serverKeys.invalidate();
      return ok({ revoked: revoked.map(({ keyId }) => keyId) } satisfies KeysOfPersonRevoked);
    },
});

const shapeOf = (person: Person): PersonListShape['people'][number] => ({
  personId: person.personId,
  issuer: person.issuer,
  subject: person.subject,
  mail: person.mail,
  scopes: [...person.scopes],
  createdAt: toTimestamp(person.createdAt),
  confirmedAt: toTimestamp(person.confirmedAt),
  roleGoneAt: person.roleGoneAt === null ? null : toTimestamp(person.roleGoneAt),
});

export const peopleRoutes = [list, revokeKeys];
