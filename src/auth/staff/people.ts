// The id of a person → what the person may do: the credentials of people who signed in at the issuer, as those of server keys. A role
// that was taken away is gone at every process within seconds.
import { hash } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { nameOfPerson } from '../../lib/person-id.ts';
import type { FoundPerson, PersonStore } from '../../store/ports/people.ts';
import { type Credentials, createCredentials, type FoundCredential } from '../credentials.ts';
import type { Server } from '../principals.ts';

/** The line break is in no issuer, so no other pair has the same text. */
export const personIdOf = (issuer: string, subject: string): string =>
  `person-${hash('sha256', `${issuer}\n${subject}`, 'hex').slice(0, 32)}`;

export interface PeopleOptions {
  readonly store: Pick<PersonStore, 'findByIds'>;
  readonly clock: Clock;
  /** People of another issuer, that of earlier settings, are unknown. */
  readonly issuer: string;
}

export const createPeople = ({ store, clock, issuer }: PeopleOptions): Credentials<Server> =>
  createCredentials<Server>({
    find: async (personIds) =>
      (await store.findByIds(personIds)).filter(({ person }) => person.issuer === issuer).map(toCredential),
    // The time of the last use is that of the session.
    noteUse: async () => undefined,
    clock,
  });

const toCredential = ({ person, now }: FoundPerson): FoundCredential<Server> => {
  const { personId, scopes, subject, mail } = person;
  const name = { subject, mail };
  return {
    digest: personId,
    owner: { kind: 'server', keyId: personId, name: nameOfPerson(name), scopes, person: name },
    expiresAt: null,
    lastUsedAt: now,
    now,
  };
};
