// Keys by URL: rotation, outages and odd key sets, from a small server that the test controls.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import { KeySetUnavailable } from '../../../../src/auth/jwks.ts';
import type { Player } from '../../../../src/auth/principals.ts';
import { InvalidToken } from '../../../../src/auth/refusals.ts';
import { createTokenVerifier, type TokenVerifier } from '../../../../src/auth/verifier.ts';
import { createLog } from '../../../../src/lib/log.ts';
import type { MaybePromise } from '../../../../src/lib/maybe-promise.ts';
import { createMetrics, type Metrics } from '../../../../src/lib/metrics.ts';
import { JWKS_FETCH_TIMEOUT_SECONDS } from '../../../../src/limits.ts';
import { type ManualClock, manualClock } from '../../../harness/clock.ts';
import { counted } from '../../../harness/counters.ts';
import { createSigningKey, type SigningKey, signingKey, signWith } from '../../../harness/keys.ts';
import { startService, testConfig, testSecret } from '../../../harness/service.ts';

const player = (playerId: string): Player => ({ kind: 'player', playerId });

let clock: ManualClock;
let metrics: Metrics;
let fetches: number;
let answer: () => Response | Promise<Response>;
let server: ReturnType<typeof Bun.serve>;
let verifier: TokenVerifier;

const serveKeys = (...keys: SigningKey[]) => {
  answer = () => Response.json({ keys: keys.map((key) => key.jwk) });
};
const token = (key: SigningKey) => signWith(key, { sub: 'ann' }, { kid: key.jwk.kid });
const refused = (verified: MaybePromise<Player>) =>
  expect(Promise.resolve(verified)).rejects.toBeInstanceOf(InvalidToken);
const addSpaces = (controller: ReadableStreamDefaultController<Uint8Array>) =>
  controller.enqueue(new Uint8Array(256 * 1024).fill(0x20));
const passMinutes = (minutes: number) => clock.advance(minutes * 60_000);
/** Waits until no fetch is under way, since a fetch waits on the clock for its time-out. */
async function fetchesEnded(): Promise<void> {
  while (clock.pending > 0) await Bun.sleep(1);
}

function createVerifier(settings: Record<string, string> = {}): TokenVerifier {
  const config = testConfig({ JWT_SECRET: '', JWT_JWKS_URL: `${server.url.href}keys`, ...settings });
  metrics = createMetrics();
  const log = createLog({ level: 'silent', production: true });
  return createTokenVerifier(config.tokens, { clock, log, metrics });
}

const failures = () => counted(metrics, 'playkeep_key_set_fetches_total', { outcome: 'failed' }) ?? 0;
/** The number of verified signatures. */
const verifications = () => counted(metrics, 'playkeep_tokens_total', { cache: 'miss' });

beforeEach(() => {
  clock = manualClock();
  fetches = 0;
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => {
      fetches += 1;
      return answer();
    },
  });
  verifier = createVerifier();
});
afterEach(() => server.stop(true));

describe('a key set by URL', () => {
  test('is fetched once for many tokens, with and without a kid', async () => {
    const [a, b] = [await createSigningKey('ES256', 'a'), await createSigningKey('RS256', 'b')];
    serveKeys(a, b);
    const tokens = await Promise.all([token(a), token(b), token(a), signWith(b, { sub: 'ann' })]);
    for (const named of await Promise.all(tokens.map((each) => verifier.verify(each))))
      expect(named).toEqual(player('ann'));
    expect(fetches).toBe(1);
  });

  test('tries each key that may fit when a token names none', async () => {
    const keys = [await createSigningKey('ES256', 'a'), await createSigningKey('ES256', 'b')];
    serveKeys(...keys);
    for (const key of keys)
      expect(await verifier.verify(await signWith(key, { sub: 'ann' }))).toEqual(player('ann'));
    await refused(verifier.verify(await signWith(await createSigningKey('ES256'), { sub: 'ann' })));
  });

  test('a key that was removed stops working within a minute, cached tokens included', async () => {
    const [old, fresh] = [await createSigningKey('ES256', 'old'), await createSigningKey('ES256', 'fresh')];
    serveKeys(old, fresh);
    const used = await token(old);
    await verifier.verify(used);
    serveKeys(fresh);
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1_000);
      await Promise.resolve(verifier.verify(used)).catch(() => undefined);
      await fetchesEnded();
    }
    expect(verifier.findCached(`Bearer ${used}`)).toBeUndefined();
    clock.advance(1_000);
    await refused(verifier.verify(used));
    expect(await verifier.verify(await token(fresh))).toEqual(player('ann'));
  });

  test('has each token verified once, as long as its keys stay the same', async () => {
    const [key, other] = [await createSigningKey('ES256', 'a'), await createSigningKey('ES256', 'b')];
    const used = await token(key);
    for (let n = 0; n < 6; n += 1) {
      serveKeys(...(n % 2 === 0 ? [key, other] : [other, key]));
      expect(await verifier.verify(used)).toEqual(player('ann'));
      passMinutes(5);
    }
    expect([verifications(), fetches]).toEqual([1, 6]);
    serveKeys(key);
    expect(await verifier.verify(used)).toEqual(player('ann'));
    expect([verifications(), fetches]).toEqual([2, 7]);
  });

  test('is fetched without following redirects', async () => {
    const [key, theirs] = [await createSigningKey('ES256', 'a'), await createSigningKey('ES256', 'b')];
    const elsewhere = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.json({ keys: [theirs.jwk] }),
    });
    serveKeys(key);
    await verifier.verify(await token(key));
    answer = () => Response.redirect(elsewhere.url.href);
    passMinutes(1);
    await expect(verifier.verify(await token(theirs))).rejects.toBeInstanceOf(KeySetUnavailable);
    expect(await verifier.verify(await token(key))).toEqual(player('ann'));
    await elsewhere.stop(true);
  });

  test('that hangs delays no token while there is a good copy', async () => {
    const key = await createSigningKey('ES256', 'a');
    serveKeys(key);
    await verifier.verify(await token(key));
    answer = () => new Promise(() => undefined);
    clock.advance(13_000);
    // Time stands still, so a token that had to wait would wait forever.
    expect(await verifier.verify(await token(key))).toEqual(player('ann'));
    while (fetches < 2) await Bun.sleep(1);
    await clock.pass(JWKS_FETCH_TIMEOUT_SECONDS * 1000);
    while (failures() < 1) await Bun.sleep(1);
    clock.advance(60_000);
    expect(await verifier.verify(await token(key))).toEqual(player('ann'));
  });

  test.each([
    ['answers nothing', () => new Promise<Response>(() => undefined)],
    [
      'goes silent within its answer',
      () => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) })),
    ],
  ])('that %s delays a token without a good copy by five seconds at most', async (_what, hang) => {
    answer = hang;
    const outcome = Promise.resolve(verifier.verify(await token(await createSigningKey('ES256', 'a')))).catch(
      (error) => error,
    );
    while (fetches < 1) await Bun.sleep(1);
    await clock.pass(JWKS_FETCH_TIMEOUT_SECONDS * 1000 - 1);
    expect([clock.pending, failures()]).toEqual([1, 0]);
    await clock.pass(1);
    expect(await outcome).toBeInstanceOf(KeySetUnavailable);
    expect(failures()).toBe(1);
  });

  test.each<[string, () => Response]>([
    ['an error', () => new Response('no', { status: 500 })],
    ['an error with keys in it', () => new Response('{"keys":[]}', { status: 500 })],
    ['a redirect', () => Response.redirect('http://127.0.0.1:1/keys')],
    ['huge', () => new Response('{"keys":[]}'.padEnd(2 * 1024 * 1024))],
    ['huge without saying so', () => new Response(new ReadableStream({ pull: addSpaces }))],
    ['no JSON', () => new Response('<html>', { headers: { 'content-type': 'application/json' } })],
    ['no object', () => Response.json([])],
    ['null', () => Response.json(null)],
    ['without keys', () => Response.json({})],
    ['with keys that are no list', () => Response.json({ keys: 'none' })],
    ['with keys that are an object', () => Response.json({ keys: { a: 1 } })],
    ['with keys that are no objects', () => Response.json({ keys: [null, 1, 'a'] })],
    ['empty', () => new Response()],
    ['not UTF-8', () => new Response(Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]))],
  ])('that is %s leaves the good copy in use', async (_name, lie) => {
    const [key, next] = [await createSigningKey('ES256', 'a'), await createSigningKey('ES256', 'b')];
    serveKeys(key);
    await verifier.verify(await token(key));
    answer = lie;
    for (let n = 0; n < 3; n += 1) {
      passMinutes(60);
      expect(await verifier.verify(await token(key))).toEqual(player('ann'));
      await fetchesEnded();
    }
    expect(fetches).toBe(4);
    passMinutes(1);
    await expect(verifier.verify(await token(next))).rejects.toBeInstanceOf(KeySetUnavailable);
    await fetchesEnded();
    expect(fetches).toBe(5);
    serveKeys(next);
    passMinutes(1);
    expect(await verifier.verify(await token(next))).toEqual(player('ann'));
  });

  test('without a key in it removes every key', async () => {
    const key = await createSigningKey('ES256', 'a');
    serveKeys(key);
    await verifier.verify(await token(key));
    serveKeys();
    passMinutes(1);
    await refused(verifier.verify(await token(key)));
  });

  test('with a key for encryption, or for another algorithm, refuses signatures by that key', async () => {
    const key = await createSigningKey('RS256', 'a');
    answer = () => Response.json({ keys: [{ ...key.jwk, use: 'enc' }] });
    await refused(verifier.verify(await token(key)));
    answer = () => Response.json({ keys: [{ ...key.jwk, alg: 'PS256' }] });
    passMinutes(1);
    await refused(verifier.verify(await token(key)));
  });

  test('with an unusable key before the right one accepts a token of the right one', async () => {
    const good = await createSigningKey('RS256');
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    answer = () => Response.json({ keys: [publicKey.export({ format: 'jwk' }), good.jwk] });
    expect(await verifier.verify(await signWith(good, { sub: 'ann' }))).toEqual(player('ann'));
  });

  test.each([503, 200])('that failed (%d) makes no token invalid, and recovers', async (status) => {
    const key = await createSigningKey('ES256', 'a');
    answer = () => new Response('', { status });
    expect(await verifier.load()).toBe(false);
    expect(counted(metrics, 'playkeep_key_set_fetches_total', { outcome: 'failed' })).toBe(1);
    await expect(Promise.resolve(verifier.verify(await token(key)))).rejects.toBeInstanceOf(
      KeySetUnavailable,
    );
    serveKeys(key);
    clock.advance(10_000);
    expect(await verifier.load()).toBe(true);
    expect(await verifier.verify(await token(key))).toEqual(player('ann'));
  });

  test('with a key that cannot be imported refuses tokens of that key alone', async () => {
    const key = await createSigningKey('ES256', 'good');
    answer = () =>
      Response.json({
        keys: [key.jwk, { kty: 'EC', crv: 'P-256', kid: 'bad', x: 'AA', y: 'AA' }, { kty: '?' }],
      });
    await refused(verifier.verify(await signWith(key, { sub: 'ann' }, { kid: 'bad' })));
    expect(await verifier.verify(await token(key))).toEqual(player('ann'));
  });

  test('never serves an HMAC algorithm, not even with a symmetric key in it', async () => {
    const k = Buffer.from(testSecret).toString('base64url');
    answer = () => Response.json({ keys: [{ kty: 'oct', k, kid: 'a', alg: 'HS256' }] });
    const { SignJWT } = await import('jose');
    const forged = new SignJWT({ sub: 'eve' })
      .setProtectedHeader({ alg: 'HS256', kid: 'a' })
      .sign(Buffer.from(testSecret));
    await refused(verifier.verify(await forged));
  });
});

test('without any key set the service answers 503, is not ready, and recovers', async () => {
  const key = await signingKey('ES256');
  answer = () => new Response('no', { status: 500 });
  const service = await startService({
    environment: { JWT_SECRET: '', JWT_JWKS_URL: `${server.url.href}keys` },
  });
  try {
    const options = { token: await signWith(key, { sub: 'ann' }) };
    const early = await service.call('GET', '/api/game/metadata', options);
    expect([early.status, early.body]).toEqual([
      503,
      { statusCode: 503, error: { message: 'Service unavailable' } },
    ]);
    expect(early.headers.get('retry-after')).toBe('1');
    expect((await service.call('GET', '/readyz')).status).toBe(503);
    expect((await service.call('GET', '/livez')).status).toBe(200);
    serveKeys(key);
    service.clock.advance(10_000);
    expect((await service.call('GET', '/readyz')).status).toBe(200);
    expect((await service.call('GET', '/api/game/metadata', options)).status).toBe(200);
  } finally {
    await service.stop();
  }
});
