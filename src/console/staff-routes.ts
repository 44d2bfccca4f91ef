// Routes by which people sign in at the console by OpenID Connect. The page asks where to go, the issuer sends the browser back to the
// page, and the page brings the answer here, as it brings a key: so the session is handed over in the same way, and every request is
// one that only the console's own page can send.
import { z } from 'zod';
import { identityOf, takeTokens } from '../auth/access/server.ts';
import type { AddressLimit } from '../auth/address-limit.ts';
import { assertFromConsole, consoleHeader, type SessionCookie } from '../auth/session-cookie.ts';
import type { SessionSecrets } from '../auth/session-secrets.ts';
import { type Attempt, newAttemptSecrets, readAttempt } from '../auth/staff/attempt.ts';
import type { Confirmed } from '../auth/staff/issuer.ts';
import { failureOf } from '../auth/staff/issuer-failure.ts';
import { personIdOf } from '../auth/staff/people.ts';
import type { Staff } from '../auth/staff/staff.ts';
import { ApiError } from '../errors/errors.ts';
import { checkMembers } from '../http/checked-members.ts';
import { readMembers } from '../http/json-members.ts';
import { ok } from '../http/reply.ts';
import type { Clock } from '../lib/clock.ts';
import { nameOfPerson } from '../lib/person-id.ts';
import { CONSOLE_PEOPLE_MAX } from '../limits.ts';
import { type ConsoleSessionDependencies, consoleRoute, withCookie } from './session-routes.ts';

export type StaffSignInDependencies = ConsoleSessionDependencies & {
  readonly attemptCookie: SessionCookie;
  readonly clock: Clock;
  /**
   * Each of these requests makes the service call the issuer, so they count without proxies too: then for the address of the
   * connection.
   */
  readonly signInLimit: AddressLimit;
};

const codeBody = z.strictObject({ query: z.string({ error: 'query must be a string' }) });

/** The sign-in page offers these ways. */
const ways = consoleRoute('GET', '/console/session/ways', ({ staff }) => () => {
  const issuer = staff === undefined ? null : new URL(staff.issuerId).host;
  return ok({ issuer, keys: staff?.takesKeys ?? true });
});

const begin = consoleRoute<StaffSignInDependencies>(
  'POST',
  '/console/session/issuer',
  (dependencies) => async (request, peers) => {
    assertFromConsole(request);
    dependencies.signInLimit.count(request, peers);
    const staff = staffOf(dependencies);
    const secrets = newAttemptSecrets(dependencies.clock);
    const attempt = attemptOf(secrets, staff, dependencies);
    const url = await staff.issuer.authorizationUrl(attempt).catch((error) => fail(error, dependencies));
    const answer = ok({ url, pageSecret: secrets.page });
    return withCookie(answer, dependencies.attemptCookie.keep(secrets.cookie));
  },
);

const finish = consoleRoute<StaffSignInDependencies>(
  'POST',
  '/console/session/code',
  (dependencies) => async (request, peers, bodyLength) => {
    assertFromConsole(request);
    dependencies.signInLimit.count(request, peers);
    const staff = staffOf(dependencies);
    const { attemptCookie, consoleSessions, sessionCookie, keyRefusals } = dependencies;
    const { members = {} } = await readMembers(request, bodyLength, codeBody);
    const { query } = checkMembers(members, codeBody);
    const secrets = {
      cookie: attemptCookie.read(request) ?? '',
      page: request.headers.get(consoleHeader) ?? '',
    };
    const attempt = attemptOf(secrets, staff, dependencies);
    const answered = staff.issuer.exchange(query, attempt);
    const person = await admit(await answered.catch((error) => fail(error, dependencies)), dependencies);
    await takeTokens(dependencies, person, 1);
    const session = await consoleSessions.beginOfPerson(person.keyId, attempt.digest, person.tokens);
    if (session === undefined) throw keyRefusals.refuse('attemptUsed');
    staff.log.info({ personId: person.keyId }, 'a person has signed in at the console');
    // The cookie of the attempt ends by itself: an attempt begins one session.
    const answer = ok({ ...identityOf(person, dependencies), pageSecret: session.page });
    return withCookie(answer, sessionCookie.keep(session.cookie));
  },
);

/** @throws ApiError `notFound` where no issuer is set */
function staffOf({ staff }: Pick<StaffSignInDependencies, 'staff'>): Staff {
  if (staff === undefined) throw new ApiError('notFound');
  return staff;
}

/** @throws ApiError `unauthorized` for an attempt that this tab did not begin, or that is too old */
function attemptOf(
  secrets: SessionSecrets,
  { issuerId }: Staff,
  { clock, keyRefusals }: StaffSignInDependencies,
): Attempt {
  const attempt = readAttempt(secrets, issuerId, clock);
  if (attempt === undefined) throw keyRefusals.refuse('attemptUnknown');
  return attempt;
}

/** The page gets one of three sentences, the log the reason. */
function fail(error: unknown, dependencies: StaffSignInDependencies): never {
  const { reason, message } = failureOf(error);
  staffOf(dependencies).logFailure(message);
  if (reason === 'refused') throw dependencies.keyRefusals.refuse('issuerRefused');
  if (reason === 'untrusted') throw dependencies.keyRefusals.refuse('issuerUntrusted');
  throw new ApiError('serviceUnavailable', {
    detail: 'the identity provider does not answer, or not as the settings expect; the log has the reason',
  });
}

/** @throws ApiError `unauthorized` for a person without a role, `forbidden` for one too many */
async function admit(confirmed: Confirmed, dependencies: StaffSignInDependencies) {
  const staff = staffOf(dependencies);
  const { subject, mail, scopes, tokens } = confirmed;
  const personId = personIdOf(staff.issuerId, subject);
  if (scopes.length === 0) {
    await staff.takeRole(personId);
    staff.log.warn({ personId, subject }, 'a person without a role wanted to sign in at the console');
    throw dependencies.keyRefusals.refuse('noRole');
  }
  const outcome = await staff.confirm({ personId, issuer: staff.issuerId, subject, mail, scopes });
  if (outcome === 'too-many') {
    throw new ApiError('forbidden', {
      detail: `there are ${CONSOLE_PEOPLE_MAX} people already; give the role to fewer`,
    });
  }
  const person = { subject, mail };
  return { kind: 'server', keyId: personId, name: nameOfPerson(person), scopes, person, tokens } as const;
}

export const staffSignInRoutes = [ways, begin, finish];
