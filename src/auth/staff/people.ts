// The id of a person → what the person may do: the credentials of people who signed in at the issuer, as those of server keys. A role
// that was taken away is gone at every process within seconds.
import type { Clock } from '../../lib/clock.ts';
import { SERVER_KEY_NAME_MAX_CHARACTERS } from '../../limits.ts';
import type { FoundPerson, PersonStore } from '../../store/ports/people.ts';
import { type Credentials, createCredentials, type FoundCredential } from '../credentials.ts';
import type { PersonName, Server } from '../principals.ts';

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

/** The name that stands beside what the person does: the mail, or the subject. */
export const nameOfPerson = ({ mail, subject }: PersonName): string =>
  [...(mail ?? subject)].slice(0, SERVER_KEY_NAME_MAX_CHARACTERS).join('');

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
