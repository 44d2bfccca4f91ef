// Newly published keys, and tokens that name unknown keys: how soon the former are accepted, and how often the latter cause a
// fetch of the key set.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { KeySetUnavailable } from '../../src/auth/jwks.ts';
import { InvalidToken } from '../../src/auth/refusals.ts';
import { createTokenVerifier, type TokenVerifier } from '../../src/auth/verifier.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { createSigningKey, type SigningKey, signWith } from '../harness/keys.ts';
import { testConfig } from '../harness/service.ts';
import { until } from '../harness/until.ts';

const player = (playerId: string) => ({ kind: 'player', playerId }) as const;

let clock: ManualClock;
let fetches: number;
let answer: () => Response | Promise<Response>;
let server: ReturnType<typeof Bun.serve>;
let verifier: TokenVerifier;
let known: SigningKey;
let fresh: SigningKey;
let number = 0;

const publish = (...keys: SigningKey[]) => {
  answer = () => Response.json({ keys: keys.map((key) => key.jwk) });
};
const token = (key: SigningKey) => signWith(key, { sub: 'ann' }, { kid: key.jwk.kid });
/** A token of an unknown key, under a new `kid`. */
const forge = () => {
  number += 1;
  return signWith(known, { sub: 'eve' }, { kid: `unknown-${number}` });
};

/** The player of a token, or the error that refused it. */
const judge = (judged: string): Promise<unknown> =>
  Promise.resolve(verifier.verify(judged)).catch((error) => error);

beforeEach(async () => {
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
  const config = testConfig({ JWT_SECRET: '', JWT_JWKS_URL: server.url.href });
  const log = createLog({ level: 'silent', production: true });
  verifier = createTokenVerifier(config.tokens, { clock, log, metrics: createMetrics() });
  known = await createSigningKey('ES256', 'known');
  fresh = await createSigningKey('ES256', 'fresh');
  publish(known);
  await verifier.verify(await token(known));
});
afterEach(() => server.stop(true));

describe('a key that was published a moment ago', () => {
  test('is accepted at once, however recent the last fetch', async () => {
    publish(known, fresh);
    expect(await verifier.verify(await token(fresh))).toEqual(player('ann'));
    expect(fetches).toBe(2);
  });

  test('is accepted though a fetch was under way when it was published', async () => {
    const hanging = Promise.withResolvers<void>();
    answer = () => hanging.promise.then(() => Response.json({ keys: [known.jwk] }));
    const early = judge(await forge());
    await until(() => fetches >= 2);
    publish(known, fresh);
    const late = judge(await token(fresh));
    hanging.resolve();
    expect(await clock.passUntil(late)).toEqual(player('ann'));
    expect(await early).toBeInstanceOf(InvalidToken);
  });

  test('is accepted after two fetches at most while other tokens name random keys', async () => {
    let isOver = false;
    const others = Array.from({ length: 8 }, async () => {
      while (!isOver) await judge(await forge());
    });
    await clock.passUntil(until(() => fetches >= 5));
    publish(known, fresh);
    const before = fetches;
    expect(await clock.passUntil(judge(await token(fresh)))).toEqual(player('ann'));
    isOver = true;
    expect(fetches).toBeLessThanOrEqual(before + 2);
    await clock.passUntil(Promise.all(others));
  });
});

describe('tokens with unknown keys', () => {
  test('have the key set fetched once a second at most, and each is refused', async () => {
    const startedAt = clock.now();
    for (let round = 0; round < 5; round += 1) {
      const forged = await Promise.all(Array.from({ length: 40 }, forge));
      for (const outcome of await clock.passUntil(Promise.all(forged.map(judge)))) {
        expect(outcome).toBeInstanceOf(InvalidToken);
      }
    }
    const seconds = (clock.now() - startedAt) / 1000;
    // One fetch at the beginning and one at once, before the first second has passed.
    expect(fetches).toBeLessThanOrEqual(2 + seconds);
    expect(fetches).toBeGreaterThan(2);
  });

  test('delay no token whose key is known', async () => {
    await judge(await forge());
    const waiting = Promise.all([await forge(), await forge()].map(judge));
    // Time stands still, so a token that had to wait would wait forever.
    expect(await judge(await signWith(known, { sub: 'bob' }, { kid: 'known' }))).toEqual(player('bob'));
    await clock.passUntil(waiting);
  });

  test('may be new while the key set is unreachable: they do not wait, and it is tried every ten seconds', async () => {
    answer = () => new Response('no', { status: 500 });
    await expect(verifier.verify(await forge())).rejects.toBeInstanceOf(KeySetUnavailable);
    expect(fetches).toBe(2);
    for (let n = 0; n < 5; n += 1) {
      clock.advance(1_500);
      await expect(verifier.verify(await forge())).rejects.toBeInstanceOf(KeySetUnavailable);
    }
    expect(fetches).toBe(2);
    clock.advance(2_500);
    publish(known, fresh);
    expect(await verifier.verify(await token(fresh))).toEqual(player('ann'));
  });
});

test('a set without a key leaves the service not ready, and is fetched again', async () => {
  publish();
  clock.advance(700_000);
  await judge(await forge());
  expect(await verifier.load()).toBe(false);
  publish(fresh);
  clock.advance(60_000);
  expect(await verifier.load()).toBe(true);
});
