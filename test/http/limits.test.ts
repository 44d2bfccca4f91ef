// Too many requests: of a player past the rate limit, of an address past its refused tokens, of all players under overload.
import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { callerAddress } from '../../src/http/address.ts';
import { ADMISSION_START_CALLS } from '../../src/tuning.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { sendRaw } from '../harness/raw.ts';
import { type Service, signTestToken, startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';
import { metricOf } from '../harness/waiting.ts';

let service: Service;
afterEach(() => service.stop());

const tooMany = { statusCode: 429, error: { message: 'Too many requests' } };
const statuses = (answers: readonly Answer[]) => answers.map((answer) => answer.status);

for (const engine of engines) {
  test(`RATE_LIMIT_PER_MINUTE on ${engine.name}: 429 with the time to wait, for that player alone`, async () => {
    service = await startService({ engine, environment: { RATE_LIMIT_PER_MINUTE: '3' } });
    const beat = (playerId: string) => service.as(playerId, 'GET', paths.metadata);
    expect(statuses([await beat('ann'), await beat('ann'), await beat('ann')])).toEqual([200, 200, 200]);
    const refused = await beat('ann');
    expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([429, tooMany, '20']);
    expect((await beat('bob')).status).toBe(200);
    expect((await service.call('GET', '/livez')).status).toBe(200);
    service.clock.advance(19_999);
    expect((await beat('ann')).headers.get('retry-after')).toBe('1');
    service.clock.advance(1);
    expect((await beat('ann')).status).toBe(200);
  });
}

describe('an address that is refused repeatedly', () => {
  const start = (hops: string) =>
    startService({ environment: { TRUSTED_PROXY_HOPS: hops, UNAUTHENTICATED_LIMIT_PER_MINUTE: '3' } });
  const guess = (headers = {}) => service.call('GET', paths.metadata, { token: 'guess', headers });
  const via = (forwarded: string) => ({ 'x-forwarded-for': forwarded });

  test('gets 429, for good and bad tokens, but not for a token accepted a moment ago', async () => {
    service = await start('0');
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
    expect(statuses([await guess(), await guess(), await guess()])).toEqual([401, 401, 401]);
    const refused = await guess();
    expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([429, tooMany, '20']);
    expect((await service.call('GET', paths.metadata)).status).toBe(429);
    expect((await service.as('bob', 'GET', paths.metadata)).status).toBe(429);
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
    service.clock.advance(20_000);
    expect((await service.as('bob', 'GET', paths.metadata)).status).toBe(200);
  });

  test('is counted before its tokens are verified, so concurrent tokens count too', async () => {
    service = await start('0');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => service.call('GET', paths.metadata, { token: `guess${n}` })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
  });

  test('spends nothing on good tokens, and gets no 429 for a token accepted before', async () => {
    service = await start('0');
    const players = Array.from({ length: 10 }, (_, n) => `player ${n}`);
    const seen = [];
    for (const playerId of players) seen.push(await service.as(playerId, 'GET', paths.metadata));
    // Their tokens have to be revalidated by then.
    service.clock.advance(31_000);
    const guesses = [await guess(), await guess(), await guess(), await guess()];
    expect(guesses.at(-1)?.status).toBe(429);
    for (const playerId of players) seen.push(await service.as(playerId, 'GET', paths.metadata));
    expect(new Set(statuses(seen))).toEqual(new Set([200]));
  });

  test('is the one seen by the service’s own proxies, not one that the caller writes', async () => {
    service = await start('2');
    const last = '203.0.113.7, 198.51.100.1';
    for (const claim of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
      expect((await guess(via(`${claim}, ${last}`))).status).toBe(401);
    }
    expect((await guess(via(`4.4.4.4, ${last}`))).status).toBe(429);
    expect((await guess(via(last))).status).toBe(429);
    expect((await guess(via('203.0.113.8, 198.51.100.1'))).status).toBe(401);
  });

  test('is not limited while TRUSTED_PROXY_HOPS is not set', async () => {
    service = await startService({ environment: { UNAUTHENTICATED_LIMIT_PER_MINUTE: '1' } });
    expect(statuses([await guess(), await guess(), await guess()])).toEqual([401, 401, 401]);
  });
});

describe('the address of a caller', () => {
  const of = (peer: string, hops = 0, forwarded?: string) =>
    callerAddress(
      new Request('http://a/', { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }),
      { requestIP: () => ({ address: peer, family: 'IPv6', port: 1 }), timeout: () => undefined },
      hops,
    );

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['64:ff9b::c000:201', '192.0.2.1'],
  ])('%s counts as %s', (peer, address) => expect(of(peer)).toBe(address));

  test.each([
    ['192.0.2.9', 1, '192.0.2.9'],
    ['192.0.2.8, 192.0.2.9', 2, '192.0.2.8'],
    ['192.0.2.9', 2, '192.0.2.9'],
    [undefined, 1, '10.0.0.1'],
    ['192.0.2.9:1234', 1, '192.0.2.9'],
    ['[2001:db8::1]:1234', 1, '2001:db8:0:0'],
    ['[2001:db8::1]', 1, '2001:db8:0:0'],
    ['unknown', 1, undefined],
    ['_hidden, 192.0.2.9', 1, '192.0.2.9'],
    ['192.0.2.9, 300.1.1.1', 1, undefined],
  ])('X-Forwarded-For %p behind %i proxies is %p', (forwarded, hops, address) => {
    expect(of('10.0.0.1', hops, forwarded)).toBe(address as string);
  });
});

test('requests under overload are refused at once; probes and preflights are answered', async () => {
  service = await startService();
  const token = await signTestToken('ann');
  const intruder = new Database(service.database.environment.DATABASE_URL?.replace('sqlite:', '') ?? '');
  await service.call('GET', paths.metadata, { token });
  // Each is of another player, since a single player may not send so many.
  const requests: string[] = [];
  for (let n = 0; n < ADMISSION_START_CALLS; n += 1) {
    const own = `Authorization: Bearer ${await signTestToken(`player ${n}`)}`;
    const head = [`POST ${paths.heartbeat} HTTP/1.1`, 'Host: a', own, 'Connection: close'];
    requests.push([...head, '', ''].join('\r\n'));
  }
  const metric = (name: string) => metricOf(service.url, name);
  // The jobs of the start have calls too.
  await until(async () => (await metric('playkeep_store_calls')) === 0);
  // A write waits five seconds for the lock, so nothing else comes from here on.
  intruder.run('BEGIN IMMEDIATE');
  const waiting = requests.map((request) => sendRaw(service.url, [request]));
  await until(async () => (await metric('playkeep_store_calls')) >= ADMISSION_START_CALLS);

  const refused = await service.call('GET', paths.metadata, { token, headers: { 'x-request-id': 'mine' } });
  expect([refused.status, refused.body]).toEqual([
    503,
    { statusCode: 503, error: { message: 'Service unavailable', detail: 'too much to do at the moment' } },
  ]);
  const headers = ['retry-after', 'x-request-id', 'access-control-allow-origin'];
  expect(headers.map((name) => refused.headers.get(name))).toEqual(['1', 'mine', '*']);
  expect((await service.call('GET', '/livez')).status).toBe(200);
  expect((await service.call('GET', '/readyz')).status).toBe(200);
  // After a refused preflight a browser reports a network error to the game, and no time to try again.
  const preflight = { origin: 'https://game.example', 'access-control-request-method': 'POST' };
  const permitted = await service.call('OPTIONS', paths.metadata, { headers: preflight });
  expect([permitted.status, permitted.headers.get('access-control-allow-methods')]).toEqual([
    204,
    expect.stringContaining('POST'),
  ]);
  expect(await metric('playkeep_refusals_total{reason="busy"}')).toBe(1);

  intruder.run('ROLLBACK');
  intruder.close();
  const answers = (await Promise.all(waiting)).map(({ received }) => received.split(' ', 2)[1]);
  expect(new Set(answers)).toEqual(new Set(['400']));
  expect((await service.call('GET', paths.metadata, { token })).status).toBe(200);
}, 90_000);
