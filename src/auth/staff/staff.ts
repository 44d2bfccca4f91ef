// Staff: people of the studio who sign in at the console by OpenID Connect. The parts that the sign-in and the server access need,
// made where an issuer is set.
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { createSparseLine } from '../../lib/sparse-lines.ts';
import type { ConsoleSessionStore } from '../../store/ports/console-sessions.ts';
import type { PersonStore } from '../../store/ports/people.ts';
import { OUTAGE_LOG_MILLISECONDS } from '../../tuning.ts';
import type { ConsoleSessions } from '../console-sessions.ts';
import type { Credentials } from '../credentials.ts';
import type { KeyRefusals } from '../key-refusals.ts';
import type { Server } from '../principals.ts';
import { createIssuer, type Issuer } from './issuer.ts';
import { createPeople } from './people.ts';
import { createRoleCheck, type PersonsRequest } from './role-check.ts';
import { issuerIdOf, type StaffConfig } from './staff-config.ts';

export interface Staff {
  readonly issuer: Issuer;
  readonly issuerId: string;
  /** May people sign in with a server key too? */
  readonly takesKeys: boolean;
  readonly people: Credentials<Server>;
  /** Lets a request of a person pass while the role is good. @throws ApiError as `createRoleCheck` says */
  readonly checkRole: (request: PersonsRequest) => MaybePromise<void>;
  /** Notes a person who has signed in. */
  readonly confirm: PersonStore['confirm'];
  /** Notes a person who has come without a role. */
  readonly takeRole: PersonStore['takeRole'];
  /** Logs the reason of a sign-in that failed, now and then: anybody can begin one. */
  readonly logFailure: (reason: string) => void;
  readonly log: Log;
}

export interface StaffOptions {
  readonly store: { readonly consoleSessions: ConsoleSessionStore; readonly people: PersonStore };
  readonly consoleSessions: ConsoleSessions;
  readonly keyRefusals: KeyRefusals;
  readonly clock: Clock;
  readonly log: Log;
}

export function createStaff(config: StaffConfig, options: StaffOptions): Staff {
  const { store, clock, log } = options;
  const issuerId = issuerIdOf(config);
  const issuer = createIssuer(config, clock);
  const people = createPeople({ store: store.people, clock, issuer: issuerId });
  const failureLine = createSparseLine(clock, OUTAGE_LOG_MILLISECONDS);
  return {
    ...{ issuer, issuerId, people, log, takesKeys: config.takesKeys },
    checkRole: createRoleCheck({ ...options, issuer, issuerId, people }),
    logFailure: (reason) =>
      failureLine((count) => log.warn({ reason, ...count }, 'a sign-in at the console failed')),
    async confirm(person) {
      const outcome = await store.people.confirm(person);
      // The process may have seen that there is no such person.
      people.invalidate();
      return outcome;
    },
    async takeRole(personId) {
      await store.people.takeRole(personId);
      people.invalidate();
    },
  };
}
