// The client on plain Node 20 and newer: suites of its own under Node's test runner, whose counts must be right.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { amount } from '../../../test/harness/nightly.ts';
import { startService } from '../../../test/harness/service.ts';
import { builtClient } from '../built-client.ts';
import { startControlServer } from '../control-server.ts';

/** Runs a suite. @returns its output and its counts */
async function runSuite(name: string, environment: Record<string, string>) {
  const command = ['node', '--test', '--test-reporter=tap', join(import.meta.dir, '..', name)];
  const child = Bun.spawn(command, {
    env: { ...process.env, CLIENT: await builtClient(), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await child.stdout.text();
  const count = (word: string) =>
    Number(new RegExp(`^# ${word} (?<count>\\d+)$`, 'm').exec(output)?.groups?.count);
  return { output, counts: [await child.exited, count('pass'), count('fail')] };
}

const countIn = (name: string, line: RegExp): number =>
  [...readFileSync(join(import.meta.dir, '..', name), 'utf8').matchAll(line)].length;

test('the suite of Node passes', async () => {
  const written = countIn('node-suite.mjs', /^test\(/gm);
  const { output, counts } = await runSuite('node-suite.mjs', {});
  expect(counts, output).toEqual([0, written, 0]);
  expect(written).toBeGreaterThan(4);
}, 120_000);

test(
  'the scenarios of games pass on Node',
  async () => {
    const service = await startService();
    const control = await startControlServer(service);
    try {
      const written = countIn('scenarios.mjs', /^ {2}'.*': \w+,$/gm);
      const { output, counts } = await runSuite('scenarios.node.mjs', {
        SERVICE: service.url,
        CONTROL: control.url,
      });
      expect(counts, output).toEqual([0, written, 0]);
      expect(written).toBeGreaterThan(6);
    } finally {
      await control.stop();
      await service.stop();
    }
  },
  amount(300_000, 3_600_000),
);
