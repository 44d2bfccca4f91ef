// Confirms the role of a person with the issuer, at a request of the person's session after some minutes: only such a request brings
// the secrets that open the refresh token. One process does it at a time, since an issuer that gives a new refresh token each time
// takes the old one for stolen. A role that was confirmed within the hour holds while the issuer cannot be asked.
import { ApiError } from '../../errors/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { ageOf } from '../../lib/clock-skew.ts';
import { KeyMap } from '../../lib/key-map.ts';
import type { Log } from '../../lib/log.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { ROLE_CHECK_SECONDS, ROLE_MAX_SECONDS } from '../../limits.ts';
import type { ConsoleSessionStore } from '../../store/ports/console-sessions.ts';
import type { PersonStore } from '../../store/ports/people.ts';
import type { ConsoleSessions, SignedIn } from '../console-sessions.ts';
import type { Credentials } from '../credentials.ts';
import type { KeyRefusals } from '../key-refusals.ts';
import type { Server } from '../principals.ts';
import type { SessionSecrets } from '../session-secrets.ts';
import type { Confirmed, Issuer } from './issuer.ts';
import { failureOf } from './issuer-failure.ts';
import { personIdOf } from './people.ts';
import { sealTokens, unsealTokens } from './sealed-tokens.ts';

/** A session of a person, and the secrets that its request brought. */
export interface PersonsRequest extends SignedIn {
  readonly digest: string;
  readonly secrets: SessionSecrets;
}

export interface RoleCheckOptions {
  readonly issuer: Issuer;
  readonly issuerId: string;
  readonly store: { readonly consoleSessions: ConsoleSessionStore; readonly people: PersonStore };
  readonly consoleSessions: ConsoleSessions;
  readonly people: Credentials<Server>;
  readonly keyRefusals: KeyRefusals;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Makes the function that lets a request pass while the role is good.
 * @throws ApiError `unauthorized` for a session that has ended by it, `serviceUnavailable` while nobody can tell
 */
export function createRoleCheck(options: RoleCheckOptions): (request: PersonsRequest) => MaybePromise<void> {
  const underWay = new KeyMap<Promise<void>>();
  const outcomes = createOutcomes(options);
  return (request) => {
    const { digest, roleAge } = request;
    if (roleAge === null || roleAge < ROLE_CHECK_SECONDS * 1000) return undefined;
    const known = underWay.get(digest);
    if (known) return known;
    const isLate = roleAge >= ROLE_MAX_SECONDS * 1000;
    const checking = check(options, outcomes, request, isLate).finally(() => underWay.delete(digest));
    underWay.set(digest, checking);
    return checking;
  };
}

type Outcomes = ReturnType<typeof createOutcomes>;

/** Asks the issuer, unless another request or process does. */
async function check(
  { store, issuer, issuerId, log }: RoleCheckOptions,
  outcomes: Outcomes,
  request: PersonsRequest,
  isLate: boolean,
): Promise<void> {
  const { digest, keyDigest: personId, secrets } = request;
  const sealed = await store.consoleSessions.beginRoleCheck(digest);
  if (sealed === undefined) return isLate ? outcomes.waitForAnother(digest) : undefined;
  const { refreshToken, idToken } = unsealTokens(sealed, secrets);
  const [found] = await store.people.findByIds([personId]);
  // The issuer of other settings gets no token of the one before.
  if (refreshToken === undefined || found?.person.issuer !== issuerId)
    return outcomes.end(digest, 'signedOut');
  let confirmed: Confirmed;
  try {
    confirmed = await issuer.confirm(refreshToken, found.person.subject);
  } catch (error) {
    const failure = failureOf(error);
    log.warn({ reason: failure.message, personId }, 'the role of a person could not be confirmed');
    if (failure.reason !== 'unreachable') return outcomes.end(digest, 'signedOut');
    if (isLate) throw notNow();
    return;
  }
  const tokens = { ...confirmed.tokens, idToken: confirmed.tokens.idToken ?? idToken };
  await outcomes.note(request, { ...confirmed, tokens });
}

/** The ends of a look: the role holds, or the session does not, or another process knows. */
function createOutcomes(options: RoleCheckOptions) {
  const { issuerId, store, consoleSessions, people, keyRefusals, log } = options;

  const forget = (): void => {
    consoleSessions.invalidate();
    people.invalidate();
  };

  async function end(digest: string, reason: 'signedOut' | 'roleGone'): Promise<never> {
    await consoleSessions.end(digest);
    people.invalidate();
    throw keyRefusals.refuse(reason);
  }

  return {
    end,
    /** Another process is about it, or was a moment ago. */
    async waitForAnother(digest: string): Promise<void> {
      const [found] = await store.consoleSessions.findByDigests([digest]);
      if (found === undefined) return end(digest, 'signedOut');
      if (ageOf(found.confirmedAt ?? 0, found.now) >= ROLE_MAX_SECONDS * 1000) throw notNow();
      forget();
    },
    async note(
      { keyDigest: personId, digest, secrets }: PersonsRequest,
      confirmed: Confirmed,
    ): Promise<void> {
      const { subject, mail, scopes, tokens } = confirmed;
      if (personIdOf(issuerId, subject) !== personId) return end(digest, 'signedOut');
      if (scopes.length === 0) {
        await store.people.takeRole(personId);
        log.info({ personId }, 'the issuer names no role of a person any more');
        return end(digest, 'roleGone');
      }
      await store.people.confirm({ personId, issuer: issuerId, subject, mail, scopes });
      const sealed = sealTokens(tokens, secrets);
      if (sealed === null) return end(digest, 'signedOut');
      await store.consoleSessions.endRoleCheck(digest, sealed);
      forget();
    },
  };
}

/** The console tries again by itself. */
const notNow = (): ApiError =>
  new ApiError('serviceUnavailable', {
    headers: { 'retry-after': '1' },
    detail: 'the identity provider does not answer, and the role was confirmed an hour ago',
  });
