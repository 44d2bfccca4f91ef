// The token verifier alone: algorithms, keys, claims, times and the cache, with a clock that the test moves.
import { beforeEach, describe, expect, test } from 'bun:test';
import { SignJWT } from 'jose';
import { hmacAlgorithms, publicKeyAlgorithms } from '../../src/auth/keys.ts';
import type { Player } from '../../src/auth/principals.ts';
import { InvalidToken } from '../../src/auth/refusals.ts';
import { signToken } from '../../src/auth/sign.ts';
import { createTokenVerifier } from '../../src/auth/verifier.ts';
import type { Environment } from '../../src/config/settings.ts';
import { createLog } from '../../src/lib/log.ts';
import type { MaybePromise } from '../../src/lib/maybe-promise.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { isPlayerId } from '../../src/lib/player-id.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { counted } from '../harness/counters.ts';
import { type SigningKey, signingKey, signWith } from '../harness/keys.ts';
import { testConfig, testSecret } from '../harness/service.ts';

const player = (playerId: string): Player => ({ kind: 'player', playerId });

let clock: ManualClock;
beforeEach(() => {
  clock = manualClock();
});

const log = createLog({ level: 'silent', production: true });
const verifier = (environment: Environment = {}) =>
  createTokenVerifier(testConfig(environment).tokens, { clock, log, metrics: createMetrics() });
const withPublicKey = (key: SigningKey, environment: Environment = {}) =>
  verifier({ JWT_SECRET: '', JWT_PUBLIC_KEY: key.pem, ...environment });
const hmac = (claims: Record<string, unknown>, algorithm = 'HS256', secret = testSecret) =>
  new SignJWT(claims).setProtectedHeader({ alg: algorithm }).sign(new TextEncoder().encode(secret));
const seconds = () => Math.floor(clock.now() / 1000);
const refused = (verified: MaybePromise<Player>) =>
  expect(Promise.resolve(verified)).rejects.toBeInstanceOf(InvalidToken);

describe('algorithms', () => {
  test.each([...hmacAlgorithms])('%s with the shared secret', async (algorithm) => {
    expect(await verifier().verify(await hmac({ sub: 'ann' }, algorithm))).toEqual(player('ann'));
    await refused(verifier().verify(await hmac({ sub: 'ann' }, algorithm, `${testSecret}!`)));
  });

  test.each([...publicKeyAlgorithms])('%s with a public key in PEM and JWK form', async (algorithm) => {
    const key = await signingKey(algorithm);
    const token = await signWith(key, { sub: 'ann' });
    expect(await withPublicKey(key).verify(token)).toEqual(player('ann'));
    expect(await withPublicKey(key, { JWT_PUBLIC_KEY: JSON.stringify(key.jwk) }).verify(token)).toEqual(
      player('ann'),
    );
    expect(
      await withPublicKey(key, { JWT_PUBLIC_KEY: key.pem.replaceAll('\n', '\\n') }).verify(token),
    ).toEqual(player('ann'));
    await refused(verifier().verify(token));
  });

  test('a key of another kind, or another key of the same kind, verifies nothing', async () => {
    const [es256, rs256] = await Promise.all([signingKey('ES256'), signingKey('RS256')]);
    const token = await signWith(es256, { sub: 'ann' });
    await refused(withPublicKey(rs256).verify(token));
    const other = await signWith(await signingKey('RS512'), { sub: 'ann' });
    await refused(withPublicKey(rs256).verify(other));
  });

  test('JWT_ALGORITHMS is an allow-list', async () => {
    const only = verifier({ JWT_ALGORITHMS: 'HS512' });
    expect(await only.verify(await hmac({ sub: 'ann' }, 'HS512'))).toEqual(player('ann'));
    await refused(only.verify(await hmac({ sub: 'ann' }, 'HS256')));
  });

  test('a secret and a public key can serve side by side', async () => {
    const key = await signingKey('ES256');
    const both = verifier({ JWT_PUBLIC_KEY: key.pem });
    expect(await both.verify(await hmac({ sub: 'server' }))).toEqual(player('server'));
    expect(await both.verify(await signWith(key, { sub: 'ann' }))).toEqual(player('ann'));
  });

  test('a public key is never an HMAC secret', async () => {
    const key = await signingKey('RS256');
    const forged = [key.pem, key.pem.trim(), JSON.stringify(key.jwk)].map((text) =>
      hmac({ sub: 'eve' }, 'HS256', text),
    );
    for (const token of await Promise.all(forged)) {
      await refused(withPublicKey(key).verify(token));
      await refused(verifier({ JWT_PUBLIC_KEY: key.pem }).verify(token));
    }
  });
});

describe('claims', () => {
  test('the player is the claim JWT_PLAYER_CLAIM, taken literally', async () => {
    expect(await verifier().verify(await hmac({ sub: ' 🎮 o’hara ' }))).toEqual(player(' 🎮 o’hara '));
    const named = verifier({ JWT_PLAYER_CLAIM: 'https://game.example/id' });
    expect(await named.verify(await hmac({ sub: 'x', 'https://game.example/id': 'ann' }))).toEqual(
      player('ann'),
    );
    await refused(named.verify(await hmac({ sub: 'ann' })));
    await refused(verifier({ JWT_PLAYER_CLAIM: 'toString' }).verify(await hmac({ sub: 'ann' })));
  });

  test('a player id is a string of 1 to 255 characters without control characters', async () => {
    for (const bad of [
      undefined,
      null,
      7,
      true,
      ['ann'],
      { id: 'ann' },
      '',
      'a\u0000b',
      'a\nb',
      '\u0085',
      '\ud800',
    ]) {
      await refused(verifier().verify(await hmac({ sub: bad })));
    }
    expect(isPlayerId('🎮'.repeat(255))).toBe(true);
    expect(isPlayerId('🎮'.repeat(256))).toBe(false);
    expect(isPlayerId('a'.repeat(256))).toBe(false);
    expect(isPlayerId('\u007f')).toBe(false);
    expect(isPlayerId('a\udfff')).toBe(false);
  });

  test('exp and nbf are enforced when present, with five seconds of tolerance', async () => {
    const at = (claims: Record<string, number>) => hmac({ sub: 'ann', ...claims });
    expect(await verifier().verify(await at({}))).toEqual(player('ann'));
    expect(await verifier().verify(await at({ exp: seconds() - 4 }))).toEqual(player('ann'));
    await refused(verifier().verify(await at({ exp: seconds() - 5 })));
    expect(await verifier().verify(await at({ nbf: seconds() + 5 }))).toEqual(player('ann'));
    await refused(verifier().verify(await at({ nbf: seconds() + 7 })));
    await refused(verifier().verify(await hmac({ sub: 'ann', exp: 'tomorrow' as unknown as number })));
  });

  test('JWT_CLOCK_TOLERANCE_SECONDS sets the tolerance', async () => {
    const late = await hmac({ sub: 'ann', exp: seconds() - 30 });
    expect(await verifier({ JWT_CLOCK_TOLERANCE_SECONDS: '60' }).verify(late)).toEqual(player('ann'));
    await refused(
      verifier({ JWT_CLOCK_TOLERANCE_SECONDS: '0' }).verify(await hmac({ sub: 'ann', exp: seconds() - 1 })),
    );
  });

  test('JWT_ISSUER and JWT_AUDIENCE are enforced when set', async () => {
    const strict = verifier({ JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'game-a, game-b' });
    const good = { sub: 'ann', iss: 'https://id.example', aud: 'game-b' };
    expect(await strict.verify(await hmac(good))).toEqual(player('ann'));
    expect(await strict.verify(await hmac({ ...good, aud: ['x', 'game-a'] }))).toEqual(player('ann'));
    for (const bad of [
      { iss: 'https://evil.example' },
      { iss: undefined },
      { aud: 'game-c' },
      { aud: undefined },
    ]) {
      await refused(strict.verify(await hmac({ ...good, ...bad })));
    }
    expect(await verifier().verify(await hmac({ sub: 'ann', iss: 'anyone', aud: 'anything' }))).toEqual(
      player('ann'),
    );
  });

  test('JWT_REQUIRED_CLAIMS makes claims mandatory', async () => {
    const strict = verifier({ JWT_REQUIRED_CLAIMS: 'exp,tenant' });
    expect(await strict.verify(await hmac({ sub: 'ann', exp: seconds() + 9, tenant: 't' }))).toEqual(
      player('ann'),
    );
    await refused(strict.verify(await hmac({ sub: 'ann', exp: seconds() + 9 })));
    await refused(strict.verify(await hmac({ sub: 'ann', tenant: 't' })));
  });
});

describe('JWT_TYPES', () => {
  const typed = (typ: unknown) =>
    new SignJWT({ sub: 'ann' })
      .setProtectedHeader({ alg: 'HS256', ...(typ !== undefined && { typ: typ as string }) })
      .sign(new TextEncoder().encode(testSecret));

  test('accepts the types that it names, in any case, with and without application/', async () => {
    const strict = verifier({ JWT_TYPES: 'at+jwt, application/JWT' });
    for (const typ of ['at+jwt', 'AT+JWT', 'application/at+jwt', 'Application/AT+jwt', 'JWT', 'jwt']) {
      expect([typ, await strict.verify(await typed(typ))]).toEqual([typ, player('ann')]);
    }
    for (const typ of [
      undefined,
      '',
      'id+jwt',
      'logout+jwt',
      'text/jwt',
      'application/',
      'at+jwt ',
      7,
      null,
    ]) {
      await refused(strict.verify(await typed(typ)));
    }
  });

  test('refuses ID tokens where only access tokens are named (RFC 9068)', async () => {
    const strict = verifier({ JWT_TYPES: 'at+jwt' });
    expect(await strict.verify(await typed('at+jwt'))).toEqual(player('ann'));
    await refused(strict.verify(await typed('JWT')));
    await refused(strict.verify(await typed(undefined)));
  });

  test('unset, requires none', async () => {
    for (const typ of [undefined, 'JWT', 'anything']) {
      expect(await verifier().verify(await typed(typ))).toEqual(player('ann'));
    }
  });

  test.each(['at+jwt,JWT', 'application/at+jwt', 'JWT'])('%s is met by our own tokens', async (types) => {
    const { tokens } = testConfig({ JWT_TYPES: types });
    const token = await signToken(tokens, { playerId: 'ann', lifetimeSeconds: 60, clock });
    expect(await verifier({ JWT_TYPES: types }).verify(token)).toEqual(player('ann'));
  });
});

describe('the cache', () => {
  test('never outlives exp', async () => {
    const one = verifier({ JWT_CLOCK_TOLERANCE_SECONDS: '0' });
    const token = await hmac({ sub: 'ann', exp: seconds() + 20 });
    expect(await one.verify(token)).toEqual(player('ann'));
    clock.advance(19_000);
    expect(await one.verify(token)).toEqual(player('ann'));
    clock.advance(1_000);
    await refused(one.verify(token));
  });

  test('spares computing a signature again, at any later time, and with a key set beside the secret', async () => {
    const metrics = createMetrics();
    const { tokens } = testConfig({ JWT_JWKS_URL: 'http://127.0.0.1:1/' });
    const one = createTokenVerifier(tokens, { clock, log, metrics });
    const token = await hmac({ sub: 'ann' });
    expect(one.findCached(`Bearer ${token}`)).toBeUndefined();
    for (let hour = 0; hour < 3; hour += 1) {
      expect(await one.verify(token)).toEqual(player('ann'));
      expect(one.findCached(`Bearer ${token}`)).toEqual(player('ann'));
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
    const one = verifier({ JWT_CLOCK_TOLERANCE_SECONDS: '0' });
    const token = await hmac({ sub: 'ann', nbf: seconds() - 10 });
    expect(await one.verify(token)).toEqual(player('ann'));
    clock.advance(-3_600_000);
    await refused(one.verify(token));
  });

  test('keeps no token that was refused', async () => {
    const one = verifier();
    const early = await hmac({ sub: 'ann', nbf: seconds() + 60 });
    await refused(one.verify(early));
    clock.advance(60_000);
    expect(await one.verify(early)).toEqual(player('ann'));
  });

  test('does not confuse tokens that differ in one character', async () => {
    const one = verifier();
    const token = await hmac({ sub: 'ann' });
    await one.verify(token);
    const [header, payload, signature = ''] = token.split('.');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    await refused(one.verify(`${header}.${payload}.${flipped}`));
  });
});
