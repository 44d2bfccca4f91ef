// The token verifier alone: algorithms, keys, claims, times and the cache, with a clock that the test moves.
import { beforeEach, describe, expect, test } from 'bun:test';
import { SignJWT } from 'jose';
import { hmacAlgorithms, publicKeyAlgorithms } from '../../src/auth/keys.ts';
import { InvalidToken } from '../../src/auth/refusals.ts';
import { signToken } from '../../src/auth/sign.ts';
import { createTokenVerifier, type TokenVerifier } from '../../src/auth/verifier.ts';
import type { Environment } from '../../src/config/settings.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { isPlayerId } from '../../src/lib/player-id.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { counted } from '../harness/counters.ts';
import { type SigningKey, signingKey, signWith } from '../harness/keys.ts';
import { testConfig, testSecret } from '../harness/service.ts';

type Claims = Readonly<Record<string, unknown>>;

const ann = { kind: 'player', playerId: 'ann' } as const;
let clock: ManualClock;
beforeEach(() => {
  clock = manualClock();
});

const log = createLog({ level: 'silent', production: true });
const verifier = (environment: Environment = {}) =>
  createTokenVerifier(testConfig(environment).tokens, { clock, log, metrics: createMetrics() });
const withPublicKey = (key: SigningKey, environment: Environment = {}) =>
  verifier({ JWT_SECRET: '', JWT_PUBLIC_KEY: key.pem, ...environment });
/** A token of ann by the shared secret. */
const hmac = (claims: Claims = {}, { alg = 'HS256', secret = testSecret, typ }: HmacOptions = {}) =>
  new SignJWT({ sub: 'ann', ...claims })
    .setProtectedHeader({ alg, ...(typ !== undefined && { typ: typ as string }) })
    .sign(new TextEncoder().encode(secret));
interface HmacOptions {
  readonly alg?: string;
  readonly secret?: string;
  readonly typ?: unknown;
}
const seconds = () => Math.floor(clock.now() / 1000);

const accepts = async (by: TokenVerifier, token: Promise<string> | string, player: object = ann) =>
  expect(await by.verify(await token)).toEqual(player as never);
const refuses = async (by: TokenVerifier, token: Promise<string> | string) => {
  const verified = Promise.resolve(by.verify(await token));
  await expect(verified).rejects.toBeInstanceOf(InvalidToken);
};

describe('algorithms', () => {
  test.each([...hmacAlgorithms])('%s with the shared secret', async (alg) => {
    await accepts(verifier(), hmac({}, { alg }));
    await refuses(verifier(), hmac({}, { alg, secret: `${testSecret}!` }));
  });

  test.each([...publicKeyAlgorithms])('%s with a public key in PEM and JWK form', async (algorithm) => {
    const key = await signingKey(algorithm);
    const token = await signWith(key, { sub: 'ann' });
    for (const text of [key.pem, JSON.stringify(key.jwk), key.pem.replaceAll('\n', '\\n')])
      await accepts(withPublicKey(key, { JWT_PUBLIC_KEY: text }), token);
    await refuses(verifier(), token);
  });

  test('a key of another kind, or another key of the same kind, verifies nothing', async () => {
    const rs256 = withPublicKey(await signingKey('RS256'));
    for (const algorithm of ['ES256', 'RS512'] as const)
      await refuses(rs256, signWith(await signingKey(algorithm), { sub: 'ann' }));
  });

  test('JWT_ALGORITHMS is an allow-list', async () => {
    const only = verifier({ JWT_ALGORITHMS: 'HS512' });
    await accepts(only, hmac({}, { alg: 'HS512' }));
    await refuses(only, hmac());
  });

  test('a secret and a public key can serve side by side', async () => {
    const key = await signingKey('ES256');
    const both = verifier({ JWT_PUBLIC_KEY: key.pem });
    await accepts(both, hmac());
    await accepts(both, signWith(key, { sub: 'ann' }));
  });

  test('a public key is never an HMAC secret', async () => {
    const key = await signingKey('RS256');
    for (const secret of [key.pem, key.pem.trim(), JSON.stringify(key.jwk)])
      for (const by of [withPublicKey(key), verifier({ JWT_PUBLIC_KEY: key.pem })])
        await refuses(by, hmac({}, { secret }));
  });
});

describe('claims', () => {
  test('the player is the claim JWT_PLAYER_CLAIM, taken literally', async () => {
    await accepts(verifier(), hmac({ sub: ' 🎮 o’hara ' }), { kind: 'player', playerId: ' 🎮 o’hara ' });
    const named = verifier({ JWT_PLAYER_CLAIM: 'https://game.example/id' });
    await accepts(named, hmac({ sub: 'x', 'https://game.example/id': 'ann' }));
    await refuses(named, hmac());
    await refuses(verifier({ JWT_PLAYER_CLAIM: 'toString' }), hmac());
  });

  test('a player id is a string of 1 to 255 characters without control characters', async () => {
    const texts = ['', 'a\u0000b', 'a\nb', '\u0085', '\ud800', 'a\udfff', '\u007f', 'a'.repeat(256)];
    for (const sub of [undefined, null, 7, true, ['ann'], { id: 'ann' }, ...texts])
      await refuses(verifier(), hmac({ sub }));
    expect(isPlayerId('🎮'.repeat(255))).toBe(true);
    expect(isPlayerId('🎮'.repeat(256))).toBe(false);
  });

  test('exp and nbf are enforced when present, with five seconds of tolerance, or the set one', async () => {
    await accepts(verifier(), hmac());
    await accepts(verifier(), hmac({ exp: seconds() - 4 }));
    await refuses(verifier(), hmac({ exp: seconds() - 5 }));
    await accepts(verifier(), hmac({ nbf: seconds() + 5 }));
    await refuses(verifier(), hmac({ nbf: seconds() + 7 }));
    await refuses(verifier(), hmac({ exp: 'tomorrow' }));
    const tolerating = (JWT_CLOCK_TOLERANCE_SECONDS: string) => verifier({ JWT_CLOCK_TOLERANCE_SECONDS });
    await accepts(tolerating('60'), hmac({ exp: seconds() - 30 }));
    await refuses(tolerating('0'), hmac({ exp: seconds() - 1 }));
  });

  test('JWT_ISSUER, JWT_AUDIENCE and JWT_REQUIRED_CLAIMS are enforced when set', async () => {
    const strict = verifier({
      JWT_ISSUER: 'https://id.example',
      JWT_AUDIENCE: 'game-a, game-b',
      JWT_REQUIRED_CLAIMS: 'exp,tenant',
    });
    const good = { iss: 'https://id.example', aud: 'game-b', exp: seconds() + 9, tenant: 't' };
    await accepts(strict, hmac(good));
    await accepts(strict, hmac({ ...good, aud: ['x', 'game-a'] }));
    for (const name of Object.keys(good)) await refuses(strict, hmac({ ...good, [name]: undefined }));
    for (const bad of [{ iss: 'https://evil.example' }, { aud: 'game-c' }])
      await refuses(strict, hmac({ ...good, ...bad }));
    await accepts(verifier(), hmac({ iss: 'anyone', aud: 'anything' }));
  });
});

describe('JWT_TYPES', () => {
  test('accepts the types that it names, in any case, with and without application/', async () => {
    const strict = verifier({ JWT_TYPES: 'at+jwt, application/JWT' });
    for (const typ of ['at+jwt', 'AT+JWT', 'application/at+jwt', 'Application/AT+jwt', 'JWT', 'jwt'])
      await accepts(strict, hmac({}, { typ }));
    const texts = ['', 'id+jwt', 'logout+jwt', 'text/jwt', 'application/', 'at+jwt '];
    for (const typ of [undefined, 7, null, ...texts]) await refuses(strict, hmac({}, { typ }));
  });

  test('refuses ID tokens where only access tokens are named (RFC 9068)', async () => {
    const strict = verifier({ JWT_TYPES: 'at+jwt' });
    await accepts(strict, hmac({}, { typ: 'at+jwt' }));
    for (const typ of ['JWT', undefined]) await refuses(strict, hmac({}, { typ }));
  });

  test('unset, requires none', async () => {
    for (const typ of [undefined, 'JWT', 'anything']) await accepts(verifier(), hmac({}, { typ }));
  });

  test.each(['at+jwt,JWT', 'application/at+jwt', 'JWT'])('%s is met by our own tokens', async (types) => {
    const { tokens } = testConfig({ JWT_TYPES: types });
    await accepts(
      verifier({ JWT_TYPES: types }),
      signToken(tokens, { playerId: 'ann', lifetimeSeconds: 60, clock }),
    );
  });
});

describe('the cache', () => {
  const exact = () => verifier({ JWT_CLOCK_TOLERANCE_SECONDS: '0' });

  test('never outlives exp', async () => {
    const one = exact();
    const token = await hmac({ exp: seconds() + 20 });
    await accepts(one, token);
    clock.advance(19_000);
    await accepts(one, token);
    clock.advance(1_000);
    await refuses(one, token);
  });

  test('spares computing a signature again, at any later time, and with a key set beside the secret', async () => {
    const metrics = createMetrics();
    const { tokens } = testConfig({ JWT_JWKS_URL: 'http://127.0.0.1:1/' });
    const one = createTokenVerifier(tokens, { clock, log, metrics });
    const token = await hmac();
    expect(one.findCached(`Bearer ${token}`)).toBeUndefined();
    for (let hour = 0; hour < 3; hour += 1) {
      await accepts(one, token);
      expect(one.findCached(`Bearer ${token}`)).toEqual(ann);
      clock.advance(3_600_000);
      // The token is revalidated, without its signature.
      expect(one.findCached(`Bearer ${token}`)).toBeUndefined();
    }
    expect(counted(metrics, 'playkeep_tokens_total', { cache: 'miss' })).toBe(1);
  });

  test('is bounded by TOKEN_CACHE_MAX_BYTES', async () => {
    const small = verifier({ TOKEN_CACHE_MAX_BYTES: '1048576' });
    const pad = 'x'.repeat(11_000);
    const tokens = await Promise.all(Array.from({ length: 100 }, (_, n) => hmac({ sub: `p${n}`, pad })));
    for (const each of tokens) await small.verify(each);
    const kept = tokens.filter((each) => small.wasVerified(each));
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.reduce((bytes, each) => bytes + each.length, 0)).toBeLessThan(1_048_576);
  });

  test('is no shortcut for a token whose nbf is ahead of a clock that was set back', async () => {
    const one = exact();
    const token = await hmac({ nbf: seconds() - 10 });
    await accepts(one, token);
    clock.advance(-3_600_000);
    await refuses(one, token);
  });

  test('keeps no token that was refused, and none for another one that differs in one character', async () => {
    const one = verifier();
    const token = await hmac({ nbf: seconds() + 60 });
    await refuses(one, token);
    clock.advance(60_000);
    await accepts(one, token);
    const [header, payload, signature = ''] = token.split('.');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    await refuses(one, `${header}.${payload}.${flipped}`);
  });
});
