// The port for people who sign in at the console by OpenID Connect. A person is known by issuer and subject together, and has the
// scopes that the roles had at the last look. Times are milliseconds since the Unix epoch, by the clock of the store.
import type { Scope } from './keys.ts';

export interface NewPerson {
  /** Of issuer and subject, so each process gives a person the same (auth/staff/people.ts). */
  readonly personId: string;
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the issuer has verified it. */
  readonly mail: string | null;
  /** At least one. */
  readonly scopes: readonly Scope[];
}

export interface Person extends NewPerson {
  /** None since the role has gone. */
  readonly scopes: readonly Scope[];
  /** The first sign-in. */
  readonly createdAt: number;
  /** When the issuer named a role last. */
  readonly confirmedAt: number;
  /** When the issuer named no role any more; null while there is one. */
  readonly roleGoneAt: number | null;
}

export interface FoundPerson {
  readonly person: Person;
  /** The store's time of the lookup. */
  readonly now: number;
}

export interface PersonStore {
  /**
   * Notes that the issuer names a role of a person now. A new person also deletes those who were confirmed longest ago, past
   * `CONSOLE_PEOPLE_DAYS`, and have no key.
   * @returns `'too-many'` for a new person while there are `CONSOLE_PEOPLE_MAX`
   */
  confirm(person: NewPerson): Promise<'confirmed' | 'too-many'>;
  /** Takes all scopes of a person and ends the sessions, in one commit. */
  takeRole(personId: string): Promise<void>;
  /** Finds people who have a role. The others and unknown ids are left out. */
  findByIds(personIds: readonly string[]): Promise<readonly FoundPerson[]>;
  /** All people, those without a role too, the oldest first. */
  list(): Promise<readonly Person[]>;
}
