// Real identity providers (oidc-provider) on loopback: one for players, whose signing keys a test can rotate while it runs, and one for the
// people of a studio.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { staffClient, staffSettings } from './lying-issuer.ts';

export async function createProviderKey(algorithm: 'ES256' | 'RS256', kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: algorithm, use: 'sig' };
}

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Serves on a free port of a host name. The handler needs the address, so it comes later. */
async function listen(host: string) {
  let handle: Handle = () => undefined;
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    handleBy(next: Handle) {
      handle = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The consent of a person, which is not asked for. */
const grantAll =
  (openidScope: string, resource?: string) =>
  async ({ oidc }: KoaContextWithOIDC): Promise<InstanceType<Provider['Grant']>> => {
    const { provider, client, session } = oidc;
    const accountId = session?.accountId ?? '';
    const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId });
    grant.addOIDCScope(openidScope);
    if (resource !== undefined) grant.addResourceScope(resource, '');
    await grant.save();
    return grant;
  };

export const audience = 'https://game.example';
const gameClient = { id: 'game', secret: 'the secret of the game client' };
/** The client of a game on a player's device, which has no secret. */
export const publicClient = { id: 'game-on-a-device', redirect: 'http://127.0.0.1/signed-in' };

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

export async function startIdentityProvider(keys: readonly JWK[]) {
  let player = '';
  const { url: issuer, handleBy, stop } = await listen('127.0.0.1');

  /** From now on signs with the first key, and publishes all keys. */
  const useKeys = (current: readonly JWK[]): void => {
    const algorithm = (current[0]?.alg ?? 'ES256') as 'ES256';
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: gameClient.id,
          client_secret: gameClient.secret,
          id_token_signed_response_alg: algorithm,
          grant_types: ['client_credentials'],
          response_types: [],
          redirect_uris: [],
        },
        {
          client_id: publicClient.id,
          application_type: 'native',
          token_endpoint_auth_method: 'none',
          id_token_signed_response_alg: algorithm,
          grant_types: ['authorization_code'],
          response_types: ['code'],
          redirect_uris: [publicClient.redirect],
        },
      ],
      clientAuthMethods: ['client_secret_basic', 'none'],
      findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
      loadExistingGrant: grantAll('openid', audience),
      jwks: { keys: [...current] },
      extraTokenClaims: () => ({ player }),
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => audience,
          useGrantedResource: () => true,
          getResourceServerInfo: () => ({
            scope: '',
            audience,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: algorithm, kid: current[0]?.kid ?? '' } },
          }),
        },
      },
    });
    const callback = provider.callback();
    handleBy(async (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return callback(request, response);
      // The page where a player would type a password: here the name in the hint signs in.
      const { params } = await provider.interactionDetails(request, response);
      const login = { accountId: String(params.login_hint) };
      await provider.interactionFinished(request, response, { login, consent: {} });
    });
  };
  useKeys(keys);

  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    useKeys,
    /** An access token (RFC 9068) from the token endpoint, for the player `player` of its claim `player`. */
    async issueToken(name: string): Promise<string> {
      player = name;
      const credentials = [gameClient.id, gameClient.secret].map(encodeURIComponent).join(':');
      const authorization = `Basic ${btoa(credentials)}`;
      const { access_token } = await askTokens(
        issuer,
        { grant_type: 'client_credentials' },
        { authorization },
      );
      return access_token;
    },
    stop,
  };
}

async function askTokens(issuer: string, parameters: Record<string, string>, headers = {}) {
  const body = new URLSearchParams(parameters);
  const answer = await fetch(`${issuer}/token`, { method: 'POST', headers, body });
  const tokens = (await answer.json()) as { readonly access_token: string; readonly id_token: string };
  if (!tokens.access_token) throw new Error(`the provider refused: ${JSON.stringify(tokens)}`);
  return tokens;
}

/** Signs a player in as a game on a device does: by the authorization code flow of OpenID Connect, with PKCE (RFC 7636). */
export async function signInByCode(issuer: string, player: string) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: publicClient.id,
    redirect_uri: publicClient.redirect,
    response_type: 'code',
    scope: 'openid',
    login_hint: player,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const { access_token, id_token } = await askTokens(issuer, {
    grant_type: 'authorization_code',
    client_id: publicClient.id,
    code: await followToCode(`${issuer}/auth?${query}`),
    redirect_uri: publicClient.redirect,
    code_verifier: verifier,
  });
  return { accessToken: access_token, idToken: id_token };
}

/** Follows the redirects with their cookies, as a browser does. @returns the code in the redirect back to the game */
async function followToCode(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let url = start; !url.startsWith(publicClient.redirect); ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`no redirect, but ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url).href;
    const code = new URL(url).searchParams.get('code');
    if (code !== null) return code;
  }
  throw new Error(`${start} leads back without a code`);
}

export interface Account {
  readonly email: string;
  readonly groups: readonly string[];
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;

export type StaffIssuer = Awaited<ReturnType<typeof startStaffIssuer>>;

/**
 * Starts an issuer by the name `localhost`: for browsers another site than a service at 127.0.0.1. Its page shows the accounts, and a
 * click on one signs in.
 * @param publicUrl the address of the console, which the issuer knows beforehand
 */
export async function startStaffIssuer(publicUrl: string) {
  /** By subject. A test may change it. */
  const accounts = new Map<string, Account>([
    ['mira-1', { email: 'mira@studio.example', groups: ['support'] }],
    ['ada-2', { email: 'ada@studio.example', groups: ['admins'] }],
    ['eve-3', { email: 'eve@studio.example', groups: ['players'] }],
  ]);
  const { url, handleBy, stop } = await listen('localhost');
  const provider = new Provider(url, {
    clients: [
      {
        client_id: staffClient.id,
        client_secret: staffClient.secret,
        id_token_signed_response_alg: 'ES256',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/console/sign-in/callback`],
        post_logout_redirect_uris: [`${publicUrl}/console/sign-in`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email_verified: true, ...accounts.get(accountId) }),
    }),
    // As with most issuers of staff, nobody is asked, and there is a refresh token.
    issueRefreshToken: async () => true,
    loadExistingGrant: grantAll('openid email profile'),
    jwks: { keys: [await createProviderKey('ES256', 'staff')] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: KoaContextWithOIDC, form: string) => {
          const button = '<button autofocus type="submit" form="op.logoutForm" value="yes" name="logout">';
          context.body = page('Sign out', `${form}${button}Yes, sign out</button>`);
        },
      },
    },
  });
  const callback = provider.callback();
  handleBy((request, response) => {
    const [, accountId] = /^\/interaction\/[\w-]+\?account=([\w-]+)$/.exec(request.url ?? '') ?? [];
    if (accountId !== undefined)
      return provider.interactionFinished(request, response, { login: { accountId }, consent: {} });
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    const links = [...accounts].map(([name, { email }]) => `<p><a href="?account=${name}">${email}</a></p>`);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page('Choose an account', links.join('')));
  });
  return { url, accounts, environment: (origin: string) => staffSettings(url, origin), stop };
}
