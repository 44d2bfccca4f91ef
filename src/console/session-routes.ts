// Routes by which people sign in at the console and sign out. A server key, or a one-time link, is changed for a session with
// two secrets: one in a cookie that no script can read, one in the answer, for the page. Each sign-in counts for its address and
// for its key, since it writes to the store.
import { z } from 'zod';
import { anyoneAccess } from '../auth/access/anyone.ts';
import {
  authenticateKey,
  authenticateSession,
  type IdentityDependencies,
  identityOf,
  type ServerAccessDependencies,
  takeTokens,
} from '../auth/access/server.ts';
import { isFromThisMachine } from '../auth/access/this-machine.ts';
import { bearerText } from '../auth/bearer.ts';
import type { Server } from '../auth/principals.ts';
import { assertFromConsole } from '../auth/session-cookie.ts';
import type { PersonsRequest } from '../auth/staff/role-check.ts';
import { unsealTokens } from '../auth/staff/sealed-tokens.ts';
import { ApiError } from '../errors/errors.ts';
import { checkMembers } from '../http/checked-members.ts';
import type { Handler, Peers } from '../http/http-route.ts';
import { readMembers } from '../http/json-members.ts';
import { ok, type Reply } from '../http/reply.ts';
import { keyDigest } from '../lib/key-text.ts';
import { isPersonId } from '../lib/person-id.ts';
import type { Route } from '../route/route.ts';
import type { SignInLinks } from './sign-in-links.ts';

const signInBody = z.strictObject({ token: z.string({ error: 'token must be a string' }) });

export type ConsoleSessionDependencies = ServerAccessDependencies &
  IdentityDependencies & {
    readonly signInLinks: Pick<SignInLinks, 'redeem'>;
  };

/** Pages of other origins are kept out, and caches keep nothing. The handlers look at credentials themselves. */
const access = { ...anyoneAccess, cors: 'unstored' } as const;

export const consoleRoute = <Dependencies = ConsoleSessionDependencies>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  bind: (dependencies: Dependencies) => Handler,
): Route<Dependencies> => ({
  method,
  path,
  access,
  scope: undefined,
  operation: undefined,
  bind,
});

/** An earlier cookie does not prevent a sign-in. */
const signInWithKey = consoleRoute('POST', '/console/session', (dependencies) => async (request, peers) => {
  assertKeysOpen(dependencies);
  // It counts keys that it refuses.
  const server = await authenticateKey(dependencies, request, peers);
  dependencies.addressLimit?.count(request, peers);
  const text = bearerText(request.headers.get('authorization') ?? '') ?? '';
  return signedIn(dependencies, keyDigest(text), server);
});

const signInWithLink = consoleRoute(
  'POST',
  '/console/session/link',
  (dependencies) => async (request, peers, bodyLength) => {
    assertFromConsole(request);
    assertKeysOpen(dependencies);
    if (!isFromThisMachine(request, peers)) {
      throw new ApiError('forbidden', {
        detail: 'a sign-in link works on the machine of the service alone, and through no proxy',
      });
    }
    dependencies.addressLimit?.count(request, peers);
    const { members = {} } = await readMembers(request, bodyLength, signInBody);
    const { token } = checkMembers(members, signInBody);
    const { signInLinks, serverKeys, keyRefusals } = dependencies;
    const digest = signInLinks.redeem(token);
    const server = digest === undefined ? 'unknown' : await verdictOn(serverKeys, digest);
    if (digest === undefined || typeof server === 'string') throw keyRefusals.refuse('linkUsed');
    return signedIn(dependencies, digest, server);
  },
);

/** @throws ApiError `forbidden` where `CONSOLE_KEYS` lets nobody in by a key */
function assertKeysOpen({ staff }: ConsoleSessionDependencies): void {
  if (staff?.takesKeys ?? true) return;
  throw new ApiError('forbidden', {
    detail: 'a server key does not open this console: sign in with your account',
  });
}

const verdictOn = async (serverKeys: ServerAccessDependencies['serverKeys'], digest: string) =>
  serverKeys.findCached(digest) ?? serverKeys.verify(digest);

/**
 * A session that has ended is no error: its cookie is removed. The store is asked to end one that was found alone, so that nobody
 * without a session keeps it busy.
 */
const signOut = consoleRoute('DELETE', '/console/session', (dependencies) => async (request, peers) => {
  assertFromConsole(request);
  const { consoleSessions, sessionCookie, staff } = dependencies;
  const session = await findSession(dependencies, request, peers);
  const sealed = session === undefined ? null : await consoleSessions.end(session.digest);
  const answer = (issuerUrl?: string) =>
    withCookie(ok({ signedOut: true, ...(issuerUrl !== undefined && { issuerUrl }) }), sessionCookie.remove);
  if (session === undefined || staff === undefined || !isPersonId(session.keyDigest)) return answer();
  // The session here has ended, whether the issuer answers or not.
  return answer(await staff.issuer.signOut(unsealTokens(sealed, session.secrets)).catch(() => undefined));
});

/** @throws ApiError `tooManyRequests` for an address that was refused too often */
async function findSession(
  dependencies: ConsoleSessionDependencies,
  request: Request,
  peers: Peers,
): Promise<PersonsRequest | undefined> {
  try {
    return await authenticateSession(dependencies, request, peers);
  } catch (error) {
    if (error instanceof ApiError && error.error === 'unauthorized') return undefined;
    throw error;
  }
}

async function signedIn(
  dependencies: ConsoleSessionDependencies,
  digest: string,
  server: Server,
): Promise<Reply> {
  await takeTokens(dependencies, server, 1);
  const { cookie, page } = await dependencies.consoleSessions.begin(digest);
  const answer = ok({ ...identityOf(server, dependencies), pageSecret: page });
  return withCookie(answer, dependencies.sessionCookie.keep(cookie));
}

export const withCookie = (reply: Reply, cookie: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'set-cookie': cookie },
});

export const consoleSessionRoutes = [signInWithKey, signInWithLink, signOut];
