// The watchdog of the parent: a process that says nothing is killed, and none for words that the parent itself was too late to read.
import { expect, test } from 'bun:test';
import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import type { Child } from '../../src/processes/child.ts';
import { createSupervisor } from '../../src/processes/supervisor.ts';

const silenceMilliseconds = 8_000;

test('a process is killed for its silence, and not for a pause of the parent', async () => {
  let now = 0;
  let look = (): void => undefined;
  const clock: Clock = {
    ...systemClock,
    monotonic: () => now,
    every(milliseconds, run) {
      expect(milliseconds).toBe(silenceMilliseconds / 2);
      look = run;
      return () => undefined;
    },
  };
  const killed: number[] = [];
  const heardAt = [0, 0];
  const startChild = (number: number): Child => ({
    ...{ number, pid: number, families: [] },
    ready: Promise.resolve('http://127.0.0.1:1'),
    exited: new Promise(() => undefined),
    get heardAt() {
      return heardAt[number - 1] ?? 0;
    },
    refresh: () => Promise.resolve(),
    leave: () => undefined,
    kill: () => void killed.push(number),
  });
  const supervisor = createSupervisor({
    ...{ count: 2, clock, silenceMilliseconds, startChild },
    ...{ onStart: () => undefined, onEnd: () => undefined },
    log: createLog({ level: 'silent', production: true }),
    metrics: createMetrics(),
  });
  await supervisor.start();
  // The parent stood still for a minute, and reads what was said after its look.
  now = 60_000;
  look();
  expect(killed).toEqual([]);
  heardAt[0] = now;
  for (const time of [64_000, 68_000]) {
    now = time;
    heardAt[0] = now;
    look();
  }
  expect(new Set(killed)).toEqual(new Set([2]));
});
