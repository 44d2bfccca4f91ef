// The client on plain Node 20 and newer: a suite of its own under Node's test runner, whose counts must be right.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtClient } from './built-client.ts';

test('the suite of Node passes', async () => {
  const suite = join(import.meta.dir, 'node-suite.mjs');
  const command = ['node', '--test', '--test-reporter=tap', suite];
  const child = Bun.spawn(command, {
    env: { ...process.env, CLIENT: await builtClient() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await child.stdout.text();
  const count = (word: string) =>
    Number(new RegExp(`^# ${word} (?<count>\\d+)$`, 'm').exec(output)?.groups?.count);
  const written = [...readFileSync(suite, 'utf8').matchAll(/^test\(/gm)].length;
  expect([await child.exited, count('pass'), count('fail')], output).toEqual([0, written, 0]);
  expect(written).toBeGreaterThan(4);
}, 30_000);
