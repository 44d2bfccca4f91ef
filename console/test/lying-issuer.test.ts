// Sign-ins with an issuer that lies, and with answers that are not those of the attempt: none opens a session, and none leaves a trace.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { SIGN_IN_ATTEMPT_SECONDS } from '../../src/limits.ts';
import { manualClock } from '../../test/harness/clock.ts';
import { fromConsole, refusalOf } from '../../test/harness/console-session.ts';
import {
  issuerTime,
  type Lies,
  type LyingIssuer,
  staffClient,
  startLyingIssuer,
} from '../../test/harness/lying-issuer.ts';
import { testServerKey } from '../../test/harness/server-keys.ts';
import { type Service, startService } from '../../test/harness/service.ts';
import { type BegunSignIn, beginSignIn, endSignIn } from '../../test/harness/staff-sign-in.ts';

let issuer: LyingIssuer;
let service: Service;

const startStaffService = (from: LyingIssuer) =>
  startService({
    clock: manualClock(issuerTime),
    environment: { ...from.environment, SERVER_API_KEY: testServerKey },
  });

beforeAll(async () => {
  issuer = await startLyingIssuer();
  service = await startStaffService(issuer);
});
afterEach(() => issuer.lie({}));
afterAll(async () => {
  await service.stop();
  issuer[Symbol.dispose]();
});

const now = Math.floor(issuerTime / 1000);
const untrusted = 'the answer of the identity provider cannot be trusted';
const unknown = 'this sign-in was not begun in this tab, or longer than ten minutes ago';

/** Nobody is signed in, and nobody is known. @returns status and reason */
async function refused(answer: Awaited<ReturnType<typeof endSignIn>>) {
  expect(answer.headers.get('set-cookie')).toBeNull();
  const { body } = await service.call('GET', '/api/server/people', { token: testServerKey });
  expect(body.data.people).toEqual([]);
  return [answer.status, answer.headers.get('x-error-detail') ?? answer.body.error.detail];
}

const tryWith = async (lies: Lies, change: (begun: BegunSignIn) => Partial<BegunSignIn> = () => ({})) => {
  const begun = await beginSignIn(service, issuer);
  issuer.lie(lies);
  return refused(await endSignIn(service, { ...begun, ...change(begun) }));
};

/** Signs with the foreign key under the name of the own one, or with the secret of the client. */
const signedWith =
  (alg: string, key?: 'foreign'): NonNullable<Lies['sign']> =>
  (claims, keys) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg, kid: 'own' })
      .sign(key ? keys[key] : new TextEncoder().encode(staffClient.secret));

describe('an ID token is refused', () => {
  test.each<[string, Lies]>([
    ['with the nonce of another attempt', { claims: { nonce: 'of another attempt' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['for another client', { claims: { aud: 'another client' } }],
    [
      'for several clients, with another one as the party',
      { claims: { aud: [staffClient.id, 'b'], azp: 'b' } },
    ],
    ['of another issuer', { claims: { iss: 'https://issuer.example' } }],
    ['that has expired', { claims: { exp: now - 3_600 } }],
    ['without an end', { claims: { exp: undefined } }],
    ['that was issued in the future', { claims: { iat: now + 3_600, exp: now + 7_200 } }],
    ['that is not good yet', { claims: { nbf: now + 3_600 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with a subject of no allowed form', { claims: { sub: 'mira\n1' } }],
    ['signed by another key under the name of the own one', { sign: signedWith('ES256', 'foreign') }],
    ['without a signature', { sign: async (claims) => new UnsecuredJWT(claims).encode() }],
    ['signed with the secret of the client', { sign: signedWith('HS256') }],
    ['that is not there', { tokens: { id_token: undefined } }],
    ['that is no token', { tokens: { id_token: 'nonsense' } }],
    [
      'whose roles the issuer tells of somebody else',
      { claims: { groups: undefined }, userInfo: { sub: 'another person' } },
    ],
  ])('%s', async (_, lies) => {
    expect(await tryWith(lies)).toEqual([401, untrusted]);
  });
});

describe('an answer is refused', () => {
  const query = (changes: Record<string, string | undefined>) => (begun: BegunSignIn) => {
    const all = new URLSearchParams(begun.query);
    for (const [name, value] of Object.entries(changes))
      if (value === undefined) all.delete(name);
      else all.set(name, value);
    return { query: all.toString() };
  };

  test.each<[string, Record<string, string | undefined>]>([
    ['that another issuer gave (mix-up, RFC 9207)', { iss: 'https://issuer.example' }],
    ['without the name of the issuer, which this one always gives', { iss: undefined }],
    ['with the state of another attempt', { state: 'of another attempt' }],
    ['without a state', { state: undefined }],
    ['without a code', { code: undefined }],
  ])('%s', async (_, changes) => {
    const before = issuer.asked.length;
    expect(await tryWith({}, query(changes))).toEqual([401, untrusted]);
    // The code was shown to nobody.
    expect(issuer.asked).toHaveLength(before);
  });

  test('that says that the person or the issuer does not want', async () => {
    const answer = await tryWith({}, query({ code: undefined, error: 'access_denied' }));
    expect(answer).toEqual([401, 'the identity provider refused the sign-in']);
  });

  test('whose code the issuer does not take, as one that was used before', async () => {
    const answer = (path: string) =>
      path === '/token' ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : undefined;
    expect(await tryWith({ answer })).toEqual([401, 'the identity provider refused the sign-in']);
  });
});

describe('an attempt', () => {
  test('belongs to the tab and the browser that began it: one secret of another attempt is not enough', async () => {
    const mine = await beginSignIn(service, issuer);
    const other = await beginSignIn(service, issuer);
    const cookie = mine.headers.cookie ?? '';
    const secret = mine.headers['x-playkeep-console'] ?? '';
    for (const headers of [
      { ...other.headers, cookie },
      { ...other.headers, 'x-playkeep-console': secret },
    ]) {
      for (const { query } of [mine, other])
        expect(await refused(await endSignIn(service, { headers, query }))).toEqual([401, untrusted]);
    }
    for (const headers of [
      { ...fromConsole, 'x-playkeep-console': secret },
      { ...fromConsole, cookie },
      { ...mine.headers, cookie: cookie.replace('=', '=1') },
      { ...mine.headers, cookie: 'playkeep-sign-in=x' },
    ]) {
      const [status] = await refused(await endSignIn(service, { ...mine, headers }));
      expect(status).toBe(401);
    }
  });

  test('is over after ten minutes', async () => {
    const begun = await beginSignIn(service, issuer);
    service.clock.advance((SIGN_IN_ATTEMPT_SECONDS + 1) * 1000);
    expect(await refused(await endSignIn(service, begun))).toEqual([401, unknown]);
  });

  test('of the page of somebody else is not begun, and not ended', async () => {
    const begun = await beginSignIn(service, issuer);
    for (const site of ['same-site', 'cross-site']) {
      const headers = { ...begun.headers, 'sec-fetch-site': site };
      expect((await endSignIn(service, { ...begun, headers })).status).toBe(403);
      expect((await service.call('POST', '/console/session/issuer', { headers })).status).toBe(403);
    }
  });

  test('proves itself to the issuer by PKCE and the secret of the client', async () => {
    using apart = await startLyingIssuer();
    const served = await startStaffService(apart);
    const begun = await beginSignIn(served, apart);
    expect((await endSignIn(served, begun)).status).toBe(200);
    await served.stop();
    const { parameters, authorization } = apart.asked[0] ?? {};
    const verifier = parameters?.get('code_verifier') ?? '';
    expect(Object.fromEntries(begun.url.searchParams)).toMatchObject({
      ...{ response_type: 'code', client_id: staffClient.id, code_challenge_method: 'S256' },
      redirect_uri: 'https://play.example/console/sign-in/callback',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    });
    expect(parameters?.get('redirect_uri')).toBe('https://play.example/console/sign-in/callback');
    expect(authorization).toStartWith('Basic ');
    expect(begun.url.href).not.toContain(verifier);
  });

  test('never takes the way back from the request', async () => {
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    const answer = await service.call('POST', '/console/session/issuer', {
      headers: { ...fromConsole, ...forged },
    });
    expect(answer.text).not.toContain('evil');
    expect(new URL(answer.body.data.url).searchParams.get('redirect_uri')).toStartWith(
      'https://play.example/',
    );
  });

  test('begins one session, whatever the issuer says of its code later', async () => {
    using apart = await startLyingIssuer();
    const served = await startStaffService(apart);
    const begun = await beginSignIn(served, apart);
    const answers = await Promise.all([endSignIn(served, begun), endSignIn(served, begun)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const again = await endSignIn(served, begun);
    expect(refusalOf(again)).toEqual([401, 'this sign-in was used before']);
    await served.stop();
  });
});

describe('an issuer', () => {
  /** A service that has not read its description yet. */
  async function statusWith(lies: Lies): Promise<readonly [number, unknown]> {
    using apart = await startLyingIssuer();
    apart.lie(lies);
    const served = await startStaffService(apart);
    const begun = await served.call('POST', '/console/session/issuer', { headers: fromConsole });
    await served.stop();
    return [begun.status, begun.headers.get('x-error-detail') ?? begun.body.error?.detail];
  }

  const silence =
    'the identity provider does not answer, or not as the settings expect; the log has the reason';
  const described = (answer: () => Response) => ({
    answer: (path: string) => (path.startsWith('/.well-known/') ? answer() : undefined),
  });

  test.each<[string, Lies, number, string]>([
    ['that calls itself by another name', { metadata: { issuer: 'https://issuer.example' } }, 401, untrusted],
    [
      'whose description is elsewhere',
      described(() => Response.redirect('http://127.0.0.1:1/', 302)),
      503,
      silence,
    ],
    ['whose description is no JSON', described(() => new Response('<html>')), 503, silence],
    ['that fails', described(() => new Response(null, { status: 500 })), 503, silence],
    [
      'whose description is too long',
      described(() => new Response(`{"issuer":"${'x'.repeat(600_000)}"}`)),
      401,
      untrusted,
    ],
    ['without a place to sign in', { metadata: { authorization_endpoint: undefined } }, 401, untrusted],
  ])('%s', async (_, lies, status, detail) => {
    const [answered, reason] = await statusWith(lies);
    expect([answered, reason ?? '']).toEqual([status, detail]);
  });

  test('is asked a bounded number of times in a minute, without a setting for proxies too', async () => {
    const bounded = await startService({
      clock: manualClock(issuerTime),
      environment: { ...issuer.environment, UNAUTHENTICATED_LIMIT_PER_MINUTE: '5' },
    });
    const begun = await beginSignIn(bounded, issuer);
    issuer.lie({ claims: { nonce: 'of another attempt' } });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await endSignIn(bounded, begun)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    const { status } = await bounded.call('POST', '/console/session/issuer', { headers: fromConsole });
    expect(status).toBe(429);
    await bounded.stop();
  });

  test('that is not set has no routes, and nobody is asked', async () => {
    const plain = await startService();
    for (const path of ['issuer', 'code']) {
      const answer = await plain.call('POST', `/console/session/${path}`, {
        headers: fromConsole,
        body: '{"query":""}',
      });
      expect(answer.status).toBe(404);
    }
    const ways = await plain.call('GET', '/console/session/ways');
    expect(ways.body.data).toEqual({ issuer: null, keys: true });
    await plain.stop();
  });
});
