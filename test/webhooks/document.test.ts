// docs/webhooks.md: its receiver runs as it stands there, and its numbers are those of the code.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pausesSeconds } from '../../src/webhooks/schedule.ts';
import { sqlite } from '../harness/engines.ts';
import { freePort } from '../harness/postgres.ts';
import { startProcess } from '../harness/process.ts';
import { testServerKey as token } from '../harness/server-keys.ts';
import { until } from '../harness/until.ts';

const root = join(import.meta.dir, '../..');
const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
const code = /```js\n(?<code>[\s\S]*?)```/.exec(page)?.groups?.code ?? '';

test('the receiver takes each event once, and none that is not signed', async () => {
  const { environment, directory, remove } = await sqlite.create();
  const settings = { EVENTS: 'players', WEBHOOKS_ALLOW_PRIVATE: 'true', SERVER_API_KEY: token };
  const service = await startProcess({ ...environment, ...settings }, directory);
  const call = async (method: string, path: string, body?: object) => {
    const options = { token, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    return (await service.call(method, `/api/server/${path}`, body ? options : { token })).body.data;
  };
  const port = freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { webhookId, secret } = await call('POST', 'webhooks', { url, types: ['player.registered'] });
  const receiver = Bun.spawn([process.execPath, 'run', '-'], {
    cwd: root,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdin: Buffer.from(code),
    stderr: 'inherit',
  });
  await until(async () => (await call('POST', `webhooks/${webhookId}/test`)).status === 204);
  const isSettled = async () => {
    const { lastEventId, pendingEvents, redeliveringTo } = await call('GET', `webhooks/${webhookId}`);
    return lastEventId === '1' && pendingEvents === 0 && redeliveringTo === null;
  };
  await call('POST', 'players', { playerId: 'ann' });
  await until(isSettled);
  await call('POST', `webhooks/${webhookId}/redeliver`, { eventIds: ['1'] });
  await until(isSettled);
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
  receiver.kill();
  await receiver.exited;
  service.signal('SIGTERM');
  await service.exited;
  await remove();
  const lines = (await new Response(receiver.stdout).text()).trim().split('\n');
  const events = lines.map((line) => line.split(' ', 1)[0]);
  expect([new Set(events), lines.join()]).toEqual([
    new Set(['webhook.test', 'player.registered']),
    expect.not.stringContaining('undefined'),
  ]);
  expect(events.filter((type) => type === 'player.registered')).toHaveLength(1);
}, 90_000);

test('the pauses are those of the schedule', () => {
  const words = '5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours';
  expect(page.replaceAll(/\s+/g, ' ')).toContain(words);
  const hours = [2, 5, 10, 14, 20, 24].map((each) => each * 3_600);
  expect(pausesSeconds).toEqual([5, 300, 1_800, ...hours]);
});
