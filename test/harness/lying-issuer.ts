// An issuer of the test's own, on loopback, that says whatever a test wants: the truth unless told otherwise.
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const staffClient = {
  id: 'console',
  secret: 'the secret of the console, which only the service knows',
};
export const supportMail = 'mira@studio.example';

/** The time at which a service should begin that checks the times of its tokens: those are of the machine. */
export const issuerTime = Date.now();

/** A change of the truth. */
export interface Lies {
  /** Members of the description; undefined takes one away. */
  readonly metadata?: Record<string, unknown>;
  /** Claims of the ID token; undefined takes one away. */
  readonly claims?: Record<string, unknown>;
  readonly userInfo?: Record<string, unknown>;
  /** Makes the ID token in another way. */
  readonly sign?: (claims: JWTPayload, keys: IssuerKeys) => Promise<string>;
  /** Members of the token endpoint's answer; undefined takes one away. */
  readonly tokens?: Record<string, unknown>;
  /** Answers in the place of an endpoint. */
  readonly answer?: (path: string, request: Request) => Response | Promise<Response> | undefined;
}

interface IssuerKeys {
  readonly own: CryptoKey;
  readonly foreign: CryptoKey;
}

/** Settings of a service at this address whose staff signs in at an issuer. */
export const staffSettings = (issuer: string, publicUrl: string) => ({
  CONSOLE_OIDC_ISSUER: issuer,
  CONSOLE_OIDC_CLIENT_ID: staffClient.id,
  CONSOLE_OIDC_CLIENT_SECRET: staffClient.secret,
  // The issuer goes by the clock of the machine, and the clock of a test may fall behind it.
  JWT_CLOCK_TOLERANCE_SECONDS: '600',
  CONSOLE_OIDC_CLAIM: 'groups',
  CONSOLE_OIDC_ROLES: 'admins=all; support=players:read players:write sessions:read keys:write audit:read',
  PUBLIC_URL: publicUrl,
});

export type LyingIssuer = Awaited<ReturnType<typeof startLyingIssuer>>;

const without = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

export async function startLyingIssuer(publicUrl = 'https://play.example') {
  const [own, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'ES256', use: 'sig' };
  let lies: Lies = {};
  let refreshes = 0;

  const idToken = async (nonce: string | undefined): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const truth = { iss: url, aud: staffClient.id, iat: now, exp: now + 300, nonce, ...issuer.person };
    const claims = without({ ...truth, ...lies.claims }) as JWTPayload;
    const keys = { own: own.privateKey, foreign: foreign.privateKey };
    if (lies.sign) return lies.sign(claims, keys);
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'own' }).sign(keys.own);
  };

  async function tokenAnswer(request: Request): Promise<Response> {
    const parameters = new URLSearchParams(await request.text());
    issuer.asked.push({ parameters, authorization: request.headers.get('authorization') });
    const isRefresh = parameters.get('grant_type') === 'refresh_token';
    refreshes += 1;
    const truth = {
      access_token: 'an access token',
      token_type: 'Bearer',
      expires_in: 300,
      refresh_token: `refresh token ${refreshes}, which nobody may read`,
      id_token: await idToken(isRefresh ? undefined : issuer.nonce),
    };
    return Response.json(without({ ...truth, ...lies.tokens }));
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request): Promise<Response> {
      const { pathname } = new URL(request.url);
      issuer.paths.push(pathname);
      const answer = await lies.answer?.(pathname, request);
      if (answer) return answer;
      if (pathname === '/.well-known/openid-configuration')
        return Response.json(
          without({
            issuer: url,
            authorization_endpoint: `${url}/auth`,
            jwks_uri: `${url}/jwks`,
            token_endpoint: `${url}/token`,
            userinfo_endpoint: `${url}/userinfo`,
            end_session_endpoint: `${url}/end`,
            revocation_endpoint: `${url}/revoke`,
            authorization_response_iss_parameter_supported: true,
            id_token_signing_alg_values_supported: ['ES256'],
            scopes_supported: ['openid', 'email', 'profile'],
            ...lies.metadata,
          }),
        );
      if (pathname === '/jwks') return Response.json({ keys: [jwk] });
      if (pathname === '/token') return tokenAnswer(request);
      if (pathname === '/userinfo') return Response.json(without({ ...issuer.person, ...lies.userInfo }));
      if (pathname === '/revoke') {
        issuer.asked.push({ parameters: new URLSearchParams(await request.text()), authorization: null });
        return new Response(null, { status: 200 });
      }
      return new Response(null, { status: 404 });
    },
  });

  const url: string = `http://127.0.0.1:${server.port}`;
  const asked: { readonly parameters: URLSearchParams; readonly authorization: string | null }[] = [];
  const paths: string[] = [];
  /** The roles and the rest that is true of the one person. */
  const person: Record<string, unknown> = {
    sub: 'mira-1',
    email: supportMail,
    email_verified: true,
    groups: ['support'],
  };
  const issuer = {
    url,
    /** From now on. */
    lie: (next: Lies) => {
      lies = next;
    },
    /** The nonce of the next ID token. */
    nonce: '',
    person,
    asked,
    paths,
    environment: staffSettings(url, publicUrl),
    [Symbol.dispose]: () => void server.stop(true),
  };
  return issuer;
}
