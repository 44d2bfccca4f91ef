// The issuer, by `openid-client`, which is loaded at its first use. Nothing that the issuer says is believed before it was checked:
// the description is the issuer's own, the ID token is signed by its keys, for this client and this attempt, and holds now.
import type * as OpenidClient from 'openid-client';
import type { Clock } from '../../lib/clock.ts';
import { ISSUER_MAX_AGE_SECONDS, ISSUER_TIMEOUT_SECONDS } from '../../limits.ts';
import type { Attempt } from './attempt.ts';
import { type Claims, type Described, describePerson, joinClaims, roleValue } from './claims.ts';
import { failureOf, IssuerFailure } from './issuer-failure.ts';
import { fetchBounded } from './issuer-fetch.ts';
import type { IssuerTokens } from './sealed-tokens.ts';
import { callbackUrl, issuerIdOf, type StaffConfig, signedOutUrl } from './staff-config.ts';

/** A person and what to ask for the person again with. */
export interface Confirmed extends Described {
  readonly tokens: IssuerTokens;
}

/** Each function throws IssuerFailure. */
export interface Issuer {
  /** The address at which a person signs in. */
  authorizationUrl(attempt: Attempt): Promise<string>;
  /** @param query of the address to which the issuer sent the browser back */
  exchange(query: string, attempt: Attempt): Promise<Confirmed>;
  /** Asks what the issuer says of a person now. */
  confirm(refreshToken: string, subject: string): Promise<Confirmed>;
  /** Ends what these tokens may do. @returns the address at which the person signs out at the issuer too, if it has one */
  signOut(tokens: IssuerTokens): Promise<string | undefined>;
}

const loadLibrary = (): Promise<typeof OpenidClient> => import('openid-client');

export function createIssuer(staff: StaffConfig, clock: Clock): Issuer {
  const described = createDescription(staff, clock);

  const attempted = async <T>(
    work: (library: typeof OpenidClient, issuer: OpenidClient.Configuration) => Promise<T>,
  ): Promise<T> => {
    const library = await loadLibrary();
    try {
      return await work(library, await described(library));
    } catch (error) {
      throw failureOf(error);
    }
  };

  const read = (...given: Parameters<ReadPerson>) => readPerson(staff, clock, ...given);

  return {
    authorizationUrl: (attempt) =>
      attempted((library, issuer) => authorizationUrlOf(staff, library, issuer, attempt)),
    exchange: (query, { state, nonce, codeVerifier }) =>
      attempted(async (library, issuer) => {
        const answer = await library.authorizationCodeGrant(
          issuer,
          new URL(`${callbackUrl(staff)}?${query}`),
          {
            ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
            idTokenExpected: true,
          },
        );
        const person = await read(library, issuer, answer);
        return { ...person, tokens: { refreshToken: answer.refresh_token, idToken: answer.id_token } };
      }),
    confirm: (refreshToken, subject) =>
      attempted(async (library, issuer) => {
        const answer = await library.refreshTokenGrant(issuer, refreshToken);
        const person = await read(library, issuer, answer, subject);
        // An issuer that gives no new one leaves the old one good (RFC 6749 section 6).
        const tokens = { refreshToken: answer.refresh_token ?? refreshToken, idToken: answer.id_token };
        return { ...person, tokens };
      }),
    signOut: ({ refreshToken, idToken }) =>
      attempted(async (library, issuer) => {
        const { revocation_endpoint: revocation, end_session_endpoint: end } = issuer.serverMetadata();
        if (revocation !== undefined && refreshToken !== undefined)
          await library.tokenRevocation(issuer, refreshToken).catch(() => undefined);
        if (end === undefined) return undefined;
        return library.buildEndSessionUrl(issuer, {
          post_logout_redirect_uri: signedOutUrl(staff),
          ...(idToken !== undefined && { id_token_hint: idToken }),
        }).href;
      }),
  };
}

async function authorizationUrlOf(
  staff: StaffConfig,
  library: typeof OpenidClient,
  issuer: OpenidClient.Configuration,
  { state, nonce, codeVerifier }: Attempt,
): Promise<string> {
  const { scopes_supported: known = [] } = issuer.serverMetadata();
  const more = ['profile', 'offline_access'].filter((each) => known.includes(each));
  const url = library.buildAuthorizationUrl(issuer, {
    ...{ redirect_uri: callbackUrl(staff), state, nonce, scope: ['openid', 'email', ...more].join(' ') },
    ...{ code_challenge_method: 'S256' },
    code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
  });
  return url.href;
}

type Answer = OpenidClient.TokenEndpointResponse & OpenidClient.TokenEndpointResponseHelpers;
type ReadPerson = (
  library: typeof OpenidClient,
  issuer: OpenidClient.Configuration,
  answer: Answer,
  subject?: string,
) => Promise<Described>;

/** The claims of the ID token, and those of the user info endpoint where the ID token has no role or mail. */
async function readPerson(
  staff: StaffConfig,
  clock: Clock,
  library: typeof OpenidClient,
  issuer: OpenidClient.Configuration,
  answer: Answer,
  subject = answer.claims()?.sub,
): Promise<Described> {
  const own: Claims = answer.claims() ?? {};
  if (subject === undefined || (own.sub ?? subject) !== subject)
    throw new Error('the subject is another one');
  const tolerance = staff.clockToleranceSeconds;
  if (typeof own.iat === 'number' && own.iat > clock.now() / 1000 + tolerance)
    throw new Error('the ID token was issued in the future');
  const isWhole = roleValue(own, staff.claim) !== undefined && own.email !== undefined;
  const hasMore = issuer.serverMetadata().userinfo_endpoint !== undefined;
  const more: Claims =
    isWhole || !hasMore ? {} : await library.fetchUserInfo(issuer, answer.access_token, subject);
  return describePerson(joinClaims(own, more), staff);
}

/** The issuer's description of itself, which is read at the first use and when it is old. An old one serves while none can be read. */
function createDescription(staff: StaffConfig, clock: Clock) {
  let copy: OpenidClient.Configuration | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<OpenidClient.Configuration> | undefined;

  async function read(library: typeof OpenidClient): Promise<OpenidClient.Configuration> {
    try {
      copy = await discover(library, staff);
      readAt = clock.monotonic();
    } catch (error) {
      if (copy === undefined || failureOf(error).reason !== 'unreachable') throw error;
    }
    return copy;
  }

  return (library: typeof OpenidClient): Promise<OpenidClient.Configuration> => {
    if (copy !== undefined && clock.monotonic() - readAt < ISSUER_MAX_AGE_SECONDS * 1000)
      return Promise.resolve(copy);
    underWay ??= read(library).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function discover(
  library: typeof OpenidClient,
  staff: StaffConfig,
): Promise<OpenidClient.Configuration> {
  const { issuer, clientId, clientSecret, clockToleranceSeconds } = staff;
  const server = new URL(issuer);
  // The settings allow plain HTTP to this machine alone.
  const insecure = server.protocol === 'http:' ? [library.allowInsecureRequests] : [];
  const found = await library.discovery(
    server,
    clientId,
    { [library.clockTolerance]: clockToleranceSeconds },
    (...given) => authenticate(library, clientSecret)(...given),
    {
      ...{ timeout: ISSUER_TIMEOUT_SECONDS, [library.customFetch]: fetchBounded },
      execute: [library.enableNonRepudiationChecks, ...insecure],
    },
  );
  // The library takes a description of Entra ID for every tenant, which would let any tenant in.
  if (new URL(found.serverMetadata().issuer).href !== issuerIdOf(staff))
    throw new IssuerFailure('untrusted', 'the issuer calls itself by another name');
  return found;
}

/** By HTTP Basic, which every server has to take (RFC 6749 section 2.3.1), unless the issuer says that it does not. */
const authenticate =
  ({ ClientSecretBasic, ClientSecretPost }: typeof OpenidClient, secret: string): OpenidClient.ClientAuth =>
  (server, client, body, headers) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const use = known.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    return use(secret)(server, client, body, headers);
  };
