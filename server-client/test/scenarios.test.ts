// The scenarios of backends on Bun, with the source, and on Node, with the package as npm packs it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { packed } from '../../client/test/packed.ts';
import { allEvents } from '../../test/harness/events.ts';
import { createTestKey } from '../../test/harness/server-keys.ts';
import { type Service, signTestToken, startService } from '../../test/harness/service.ts';
import * as module from '../src/index.ts';

const scenarios: Record<string, (world: object) => Promise<void>> = (
  await import(join(import.meta.dir, 'scenarios.mjs'))
).scenarios;

let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService({ environment: { ...allEvents, WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  key = (await createTestKey(service)).token;
});
afterAll(() => service.stop());

async function play(playerId: string, method: string, path: string, body: string): Promise<void> {
  const { status } = await service.as(playerId, method, path, { body });
  expect(status).toBe(200);
}

describe('on Bun', () => {
  test.each(Object.entries(scenarios))(
    '%s',
    async (_, scenario) => {
      const client = module.createServerClient({ url: service.url, key });
      await scenario({ client, play, key, url: service.url, module });
    },
    120_000,
  );
});

test('on Node the scenarios pass with the packed package', async () => {
  const { installed } = await packed('server-client');
  const other = await startService({ environment: { ...allEvents, WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  const players = ['ann', 'steam:7656', 'é 日本 \u{1F600}', '7', 'by-id', '?x#y', 'sam'];
  const tokens = await Promise.all(players.map(async (name) => [name, await signTestToken(name)]));
  const child = Bun.spawn(['node', join(import.meta.dir, 'scenarios.node.mjs')], {
    env: {
      ...process.env,
      ENTRY: join(installed, 'dist/index.js'),
      URL_OF_SERVICE: other.url,
      KEY: (await createTestKey(other)).token,
      TOKENS: JSON.stringify(Object.fromEntries(tokens)),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await other.stop();
  expect([await child.exited, errors]).toEqual([0, '']);
  expect(output.trim().split('\n')).toEqual(Object.keys(scenarios));
}, 300_000);
