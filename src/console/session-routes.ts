// Routes by which people sign in at the console and sign out. A server key, or a one-time link, is changed for a session,
// whose text is in a cookie that no script can read.
import { anyoneAccess } from '../auth/access/anyone.ts';
import { authenticateKey, type ServerAccessDependencies } from '../auth/access/server.ts';
import { bearerText } from '../auth/bearer.ts';
import type { Server } from '../auth/principals.ts';
import { assertFromConsole } from '../auth/session-cookie.ts';
import { invalidRequest, readMembers } from '../http/json-members.ts';
import { ok, type Reply } from '../http/reply.ts';
import type { Handler } from '../http/server.ts';
import { stringValue } from '../lib/json-text.ts';
import { keyDigest } from '../lib/key-text.ts';
import type { Route } from '../route.ts';
import type { SignInLinks } from './sign-in-links.ts';

export type ConsoleSessionDependencies = ServerAccessDependencies & {
  readonly signInLinks: Pick<SignInLinks, 'redeem'>;
};

/** Pages of other origins are kept out. The handlers look at credentials themselves. */
const access = { ...anyoneAccess, cors: 'none' } as const;

const consoleRoute = (
  method: 'POST' | 'DELETE',
  path: string,
  bind: (dependencies: ConsoleSessionDependencies) => Handler,
): Route<ConsoleSessionDependencies> => ({
  method,
  path,
  access,
  scope: undefined,
  operation: undefined,
  bind,
});

/** A cookie of before does not stand in the way. */
const signInWithKey = consoleRoute('POST', '/console/session', (dependencies) => async (request, peers) => {
  const server = await authenticateKey(dependencies, request, peers);
  const text = bearerText(request.headers.get('authorization') ?? '') ?? '';
  return signedIn(dependencies, keyDigest(text), server);
});

const signInWithLink = consoleRoute(
  'POST',
  '/console/session/link',
  (dependencies) => async (request, _peers, bodyLength) => {
    assertFromConsole(request);
    const { members } = await readMembers(request, bodyLength, ['token']);
    if (!members?.token?.startsWith('"')) throw invalidRequest('token must be a string');
    const { signInLinks, serverKeys, keyRefusals } = dependencies;
    const digest = signInLinks.redeem(stringValue(members.token));
    const server = digest === undefined ? 'unknown' : await verdictOn(serverKeys, digest);
    if (digest === undefined || typeof server === 'string') throw keyRefusals.refuse('linkUsed');
    return signedIn(dependencies, digest, server);
  },
);

const verdictOn = async (serverKeys: ServerAccessDependencies['serverKeys'], digest: string) =>
  serverKeys.findCached(digest) ?? serverKeys.verify(digest);

/** A session that has ended is no error: its cookie is removed. */
const signOut = consoleRoute(
  'DELETE',
  '/console/session',
  ({ consoleSessions, sessionCookie }) =>
    async (request) => {
      assertFromConsole(request);
      const text = sessionCookie.read(request);
      if (text !== undefined) await consoleSessions.end(text);
      return withCookie(ok({ signedOut: true }), sessionCookie.remove);
    },
);

async function signedIn(
  { consoleSessions, sessionCookie }: ConsoleSessionDependencies,
  digest: string,
  { keyId, name, scopes }: Server,
): Promise<Reply> {
  const text = await consoleSessions.begin(digest);
  return withCookie(ok({ keyId, name, scopes: [...scopes] }), sessionCookie.keep(text));
}

const withCookie = (reply: Reply, cookie: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'cache-control': 'no-store', 'set-cookie': cookie },
});

export const consoleSessionRoutes = [signInWithKey, signInWithLink, signOut];
