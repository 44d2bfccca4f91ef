// The reasons why a token is refused, in answers and in the log: a closed list, without any part of the token.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import pino from 'pino';
import { createTokenRefusals, InvalidToken, tokenRefusals } from '../../src/auth/refusals.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { counted } from '../harness/counters.ts';
import { createSigningKey, type SigningKey, signWith } from '../harness/keys.ts';
import { type Service, startService, testSecret } from '../harness/service.ts';
import { metricOf } from '../harness/waiting.ts';

const clock = manualClock();
const seconds = Math.floor(clock.now() / 1000);
const good = { sub: 'ann', iss: 'https://id.example', aud: 'game', exp: seconds + 60 };
let key: SigningKey;
let keySet: ReturnType<typeof Bun.serve>;
let service: Service;

beforeAll(async () => {
  key = await createSigningKey('ES256', 'known');
  const unusable = { kty: 'EC', crv: 'P-256', kid: 'unusable', x: 'AA', y: 'AA' };
  keySet = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => Response.json({ keys: [key.jwk, unusable] }),
  });
  service = await startService({
    clock,
    environment: {
      JWT_JWKS_URL: keySet.url.href,
      JWT_ALGORITHMS: 'HS256,ES256',
      JWT_ISSUER: good.iss,
      JWT_AUDIENCE: good.aud,
      JWT_REQUIRED_CLAIMS: 'exp',
      JWT_TYPES: 'JWT',
    },
  });
});
afterAll(async () => {
  await service.stop();
  await keySet.stop(true);
});

const hmac = (claims: Record<string, unknown>, header: Record<string, unknown> = {}, secret = testSecret) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header })
    .sign(new TextEncoder().encode(secret));
const text = (part: string) => Buffer.from(part).toString('base64url');

type Reason = keyof typeof tokenRefusals;
const cases: readonly [Reason, () => Promise<string> | string][] = [
  ['expired', () => hmac({ ...good, exp: seconds - 60 })],
  ['notYetValid', () => hmac({ ...good, nbf: seconds + 60 })],
  ['wrongAudience', () => hmac({ ...good, aud: 'another game' })],
  ['wrongIssuer', () => hmac({ ...good, iss: 'https://evil.example' })],
  ['unknownKey', () => signWith(key, good, { typ: 'JWT', kid: 'unknown' })],
  ['unusableKey', () => signWith(key, good, { typ: 'JWT', kid: 'unusable' })],
  ['badSignature', () => hmac(good, {}, `${testSecret}!`)],
  // Nothing is said about claims that anybody could have written.
  ['badSignature', () => hmac({ ...good, exp: seconds - 60, aud: 'another game' }, {}, `${testSecret}!`)],
  ['algorithmNotAllowed', () => hmac(good, { alg: 'HS512' })],
  ['typeNotAllowed', () => hmac(good, { typ: 'id+jwt' })],
  ['unsupported', () => unsupported()],
  ['malformed', () => 'no-token-at-all'],
  ['schemeTwice', async () => `Bearer ${await hmac(good)}`],
  ['tooManyStrings', () => hmac({ ...good, roles: Array.from({ length: 300 }, (_, n) => `role ${n}`) })],
  ['malformed', () => `${text('{')}.${text('{}')}.AAAA`],
  ['tooLong', () => `${text('{"alg":"HS256"}')}.${'A'.repeat(20_000)}.AAAA`],
  ['claimMissing', () => hmac({ ...good, exp: undefined })],
  ['claimInvalid', () => hmac({ ...good, nbf: 'tomorrow' as unknown as number })],
  ['noPlayer', () => hmac({ ...good, sub: '' })],
  ['numericPlayer', () => hmac({ ...good, sub: 76561198000000000 as unknown as string })],
];

async function unsupported(): Promise<string> {
  const [, claims = ''] = (await hmac(good)).split('.');
  const input = `${text('{"alg":"HS256","typ":"JWT","crit":["x"],"x":1}')}.${claims}`;
  return `${input}.${createHmac('sha256', testSecret).update(input).digest('base64url')}`;
}

const refusals = (reason: Reason): Promise<number> =>
  metricOf(service.url, `playkeep_token_refusals_total{reason="${reason}"}`);

describe('a token that is refused', () => {
  test.each(cases)('says why: %s', async (reason, make) => {
    const before = await refusals(reason);
    const answer = await service.call('GET', paths.metadata, { token: await make() });
    expect([answer.status, answer.text]).toEqual([
      401,
      '{"statusCode":401,"error":{"message":"Unauthorized"}}',
    ]);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${tokenRefusals[reason]}"`,
    );
    expect(answer.headers.get('x-error-detail')).toBe(tokenRefusals[reason]);
    expect(await refusals(reason)).toBe(before + 1);
  });

  test('gets an error, and a request without a token gets none (RFC 6750 section 3.1)', async () => {
    const before = await refusals('missing');
    for (const authorization of [undefined, 'Basic YW5uOmFubg==', 'Bearer']) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const answer = await service.call('GET', paths.metadata, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.headers.get('x-error-detail')).toBe(tokenRefusals.missing);
    }
    expect(await refusals('missing')).toBe(before + 3);
  });

  test('has a reason of the list, whose sentences may stand in the header', () => {
    const tried = new Set<string>([...cases.map(([reason]) => reason), 'missing']);
    expect([...tried].sort()).toEqual(Object.keys(tokenRefusals).sort());
    // RFC 6750 section 3: neither a quote nor a backslash.
    for (const sentence of Object.values(tokenRefusals)) expect(sentence).toMatch(/^[ !#-[\]-~]+$/);
  });
});

test('production logs one line per reason and minute, with the number of lines left out', () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  const time = manualClock();
  const metrics = createMetrics();
  const watch = createTokenRefusals({ clock: time, log, metrics, production: true });
  const refuse = (reason: Reason) => void watch.refuse(new InvalidToken('secret words', { reason }));
  for (let n = 0; n < 5; n += 1) refuse('expired');
  refuse('unknownKey');
  time.advance(59_999);
  refuse('expired');
  expect(lines.map(({ reason, leftOut }) => [reason, leftOut])).toEqual([
    ['expired', undefined],
    ['unknownKey', undefined],
  ]);
  time.advance(1);
  refuse('expired');
  expect(lines.at(-1)).toMatchObject({ reason: 'expired', leftOut: 5, msg: 'tokens are refused' });
  expect(lines).toHaveLength(3);
  expect(JSON.stringify(lines)).not.toContain('secret words');
  expect(counted(metrics, 'playkeep_token_refusals_total', { reason: 'expired' })).toBe(7);
});
