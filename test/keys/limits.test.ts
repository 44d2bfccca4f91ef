// Limits of the server API: requests of a key, and refused keys of an address.
import { afterEach, describe, expect, test } from 'bun:test';
import { newKeyText } from '../../src/lib/key-text.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';

let service: Service | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const me = (token: string | undefined): Promise<Answer> =>
  (service as Service).call('GET', '/api/server/me', { token });
const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
const tooMany = { statusCode: 429, error: { message: 'Too many requests' } };

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'the limit of a key on %s',
  (_, engine) => {
    test('lets the requests of a minute through for each key, and players are not counted', async () => {
      const environment = { SERVER_API_KEY: testServerKey, SERVER_RATE_LIMIT_PER_MINUTE: '100' };
      service = await startService({ engine, environment });
      const { token } = await createTestKey(service);
      const answers = [];
      for (let n = 0; n < 100; n += 1) answers.push(await me(token));
      expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
      const refused = await me(token);
      expect([refused.body, refused.headers.get('retry-after')]).toEqual([tooMany, '1']);
      expect((await me(testServerKey)).status).toBe(200);
      expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
      service.clock.advance(600);
      expect(statusesOf([await me(token), await me(token)])).toEqual([200, 429]);
    });

    test('counts requests without the scope too, and exists only if it is set', async () => {
      service = await startService({ engine, environment: { SERVER_RATE_LIMIT_PER_MINUTE: '100' } });
      const { token } = await createTestKey(service, { scopes: ['players:read'] });
      const list = () => (service as Service).call('GET', '/api/server/keys', { token });
      const answers = await Promise.all(Array.from({ length: 120 }, list));
      expect(statusesOf(answers).filter((status) => status === 403)).toHaveLength(100);
      await service.restart({ SERVER_RATE_LIMIT_PER_MINUTE: '0' });
      expect(statusesOf(await Promise.all(Array.from({ length: 120 }, list)))).not.toContain(429);
    });
  },
);

describe('the limit of an address', () => {
  test('counts refused keys of every kind, and keeps out no key that was good before', async () => {
    const limit = { TRUSTED_PROXY_HOPS: '0', UNAUTHENTICATED_LIMIT_PER_MINUTE: '5' };
    service = await startService({ environment: { SERVER_API_KEY: testServerKey, ...limit } });
    const good = await createTestKey(service);
    const late = await createTestKey(service);
    const expired = await createTestKey(service, { expiresInSeconds: 1 });
    const unknown = newKeyText();
    service.clock.advance(1_000);
    expect((await me(good.token)).status).toBe(200);
    const refused = [undefined, 'nonsense', unknown, unknown, expired.token];
    for (const token of refused) expect([token, (await me(token)).status]).toEqual([token, 401]);
    const answer = await me(unknown);
    expect([answer.body, answer.headers.get('retry-after')]).toEqual([tooMany, '12']);
    // Tokens of players count together with keys.
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(429);
    expect((await me(late.token)).status).toBe(429);
    expect(statusesOf([await me(good.token), await me(testServerKey)])).toEqual([200, 200]);
    // By then the key has to be looked up anew.
    service.clock.advance(6_000);
    expect(statusesOf([await me(unknown), await me(good.token)])).toEqual([429, 200]);
    service.clock.advance(6_000);
    expect((await me(late.token)).status).toBe(200);
  });
});
