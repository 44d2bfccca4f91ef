// docs/webhooks.md: its receiver runs as it stands there, and its numbers are those of the code.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pausesSeconds } from '../../src/webhooks/schedule.ts';
import { manualClock } from '../harness/clock.ts';
import { sqlite } from '../harness/engines.ts';
import { freePort } from '../harness/postgres.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { passBeside } from './receiver.ts';

const root = join(import.meta.dir, '../..');
const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
const code = /```js\n(?<code>[\s\S]*?)```/.exec(page)?.groups?.code ?? '';
const environment = { EVENTS: 'players', WEBHOOKS_ALLOW_PRIVATE: 'true' };
const json = { 'content-type': 'application/json' };

let service: Service;
beforeAll(async () => {
  service = await startService({ engine: sqlite, environment, clock: manualClock(Date.now()) });
});
afterAll(() => service.stop());

test('the receiver has twenty lines of code, and takes each event once', async () => {
  expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(20);
  const { token } = await createTestKey(service);
  const call = (method: string, path: string, body: object) =>
    service.call(method, path, { token, body: JSON.stringify(body), headers: json });
  const port = freePort();
  const wanted = { url: `http://127.0.0.1:${port}/`, types: ['player.registered'] };
  const { webhookId, secret } = (await call('POST', '/api/server/webhooks', wanted)).body.data;
  const receiver = Bun.spawn([process.execPath, 'run', '-'], {
    cwd: root,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdin: Buffer.from(code),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  while (
    (await service.call('POST', `/api/server/webhooks/${webhookId}/test`, { token })).body.data.status !== 204
  )
    await Bun.sleep(20);
  await call('POST', '/api/server/players', { playerId: 'ann' });
  let redelivered = false;
  for (;;) {
    passBeside(service.clock, 50);
    await Bun.sleep(2);
    const path = `/api/server/webhooks/${webhookId}`;
    const { lastEventId, pendingEvents, redeliveringTo } = (await service.call('GET', path, { token })).body
      .data;
    if (lastEventId === null || pendingEvents > 0 || redeliveringTo !== null) continue;
    if (redelivered) break;
    redelivered = true;
    await call('POST', `${path}/redeliver`, { eventIds: [lastEventId] });
  }
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })).status).toBe(401);
  receiver.kill();
  await receiver.exited;
  const lines = (await new Response(receiver.stdout).text()).trim().split('\n');
  expect(lines.filter((line) => line.startsWith('player.registered'))).toEqual(['player.registered 1 {}']);
}, 90_000);

test('the pauses are those of the schedule', () => {
  const words = '5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours';
  expect(page.replaceAll(/\s+/g, ' ')).toContain(words);
  const hour = 3_600;
  expect(pausesSeconds).toEqual([5, 300, 1_800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]);
});
