// Server keys of several processes on one database: a new key works at each of them at once, and a revoked one at none of
// them after ten seconds.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type App, startApp } from '../../src/app.ts';
import { createLog } from '../../src/lib/log.ts';
import { scopes } from '../../src/store/ports/keys.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, revokeTestKey, testServerKey } from '../harness/server-keys.ts';
import { callOf, type Service, startService, testConfig } from '../harness/service.ts';

for (const engine of engines) {
  describe(`server keys of two processes on ${engine.name}`, () => {
    const environment = { SERVER_API_KEY: testServerKey };
    let here: Service;
    let app: App;
    let there: Pick<Service, 'call'>;
    beforeEach(async () => {
      here = await startService({ engine, environment });
      const config = testConfig({ ...here.database.environment, ...environment });
      app = await startApp(config, {
        clock: here.clock,
        log: createLog({ level: 'silent', production: true }),
      });
      there = { call: callOf(() => app.url) };
    });
    afterEach(async () => {
      await app.stop();
      await here.stop();
    });

    const statusAt = async ({ call }: Pick<Service, 'call'>, token: string): Promise<number> =>
      (await call('GET', '/api/server/me', { token })).status;

    test('a key that one has made works at the other at once', async () => {
      const body = JSON.stringify({ name: 'new', scopes });
      for (const [maker, other] of [[here, there] as const, [there, here] as const]) {
        const made = await maker.call('POST', '/api/server/keys', { token: testServerKey, body });
        const { key } = made.body.data;
        expect([await statusAt(other, key), await statusAt(maker, key)]).toEqual([200, 200]);
      }
    });

    test('a key in constant use is refused within ten seconds, whoever revoked it', async () => {
      const { keyId, token } = await createTestKey(here);
      expect([await statusAt(here, token), await statusAt(there, token)]).toEqual([200, 200]);
      here.clock.advance(3_000);
      await revokeTestKey(here, keyId);
      const revokedAt = here.clock.now();
      for (const process of [here, there]) {
        while ((await statusAt(process, token)) === 200) {
          expect(here.clock.now() - revokedAt).toBeLessThan(10_000);
          here.clock.advance(250);
        }
      }
      for (let second = 0; second < 20; second += 1) {
        here.clock.advance(1_000);
        expect([await statusAt(here, token), await statusAt(there, token)]).toEqual([401, 401]);
      }
    });
  });
}
