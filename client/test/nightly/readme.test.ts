// The game of README plays against the service and the token server that README starts.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../../test/harness/api.ts';
import { startProcess } from '../../../test/harness/process.ts';
import { packed, run } from '../packed.ts';

const root = join(import.meta.dir, '../../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test('the game plays with tokens of the token server, and its save arrives, also what it kept without a network', async () => {
  const { project, write } = await packed('client');
  const environment = { DATABASE_URL: `sqlite:${project}/playkeep.db` };
  const start = (port = '0') => startProcess({ ...environment, JWT_SECRET: '', PORT: port }, project);
  let service = await start();
  const tokens = await startProcess({ ...environment, JWT_SECRET: '' }, project, {
    command: ['token', '--serve', '0'],
  });
  const [, game = ''] = /```ts\n(?<text>.*?)```/s.exec(readme) ?? [];
  const code = game
    .replace('http://127.0.0.1:8080', service.url)
    .replace('http://127.0.0.1:8090', new URL(tokens.url).origin);
  const play = () => run(['node', write('game.mjs', code)], project);
  expect(await play()).toMatchObject({ status: 0 });
  service.signal('SIGTERM');
  expect(await service.exited).toBe(0);
  expect(await play()).toMatchObject({ status: 1 });
  service = await start(new URL(service.url).port);
  expect(await play()).toMatchObject({ status: 0 });
  const token = await (await fetch(`${new URL(tokens.url).origin}/token?player=alice`)).text();
  const answer = await service.call('GET', paths.metadata, { token });
  expect(answer.body.data).toMatchObject({ playerId: 'alice', metadata: { level: 2, gold: 30 } });
  expect(game.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(12);
  for (const started of [service, tokens]) {
    started.signal('SIGTERM');
    expect(await started.exited).toBe(0);
  }
}, 240_000);
