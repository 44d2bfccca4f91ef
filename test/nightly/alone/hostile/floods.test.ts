// One player's flood of expensive requests beside another player: each flood on a service process of its own, over HTTP.
// bench/floods.ts measures the exact waits. Here the other player has to wait far less than the flood's own requests, which would
// be equal without fair queues.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { engines, type TestDatabase } from '../../../harness/engines.ts';
import {
  bystanderOperations,
  type Flood,
  fencedPatches,
  keyedPatches,
  measureBystander,
  oldestVersions,
  type RunningFlood,
  slowPatches,
  slowPatchesOfMany,
  startFlood,
} from '../../../harness/floods.ts';
import { amount } from '../../../harness/nightly.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';

const seconds = amount(1, 3);

for (const engine of engines) {
  describe(`beside a flood on ${engine.name}`, () => {
    let database: TestDatabase;
    let service: ServiceProcess | undefined;
    beforeEach(async () => {
      database = await engine.create();
    });
    afterEach(async () => {
      service?.signal('SIGKILL');
      await service?.exited;
      service = undefined;
      await database.remove();
    });

    async function begin(flood: Flood): Promise<{ readonly url: string; readonly running: RunningFlood }> {
      const settings = { ...database.environment, ...flood.settings };
      service = await startProcess(settings, database.directory);
      const { url } = service;
      await measureBystander(url, { seconds: 0.2 });
      return { url, running: await startFlood(url, flood) };
    }

    async function end(running: RunningFlood): Promise<void> {
      const ended = running.stop();
      service?.signal('SIGKILL');
      await ended;
    }

    for (const flood of [slowPatches(40), keyedPatches(40), fencedPatches(40), oldestVersions(64)]) {
      test(`of ${flood.name} of one player, others are served in good time`, async () => {
        const { url, running } = await begin(flood);
        // The flood is under way, and is served too.
        while ((running.answers[200] ?? 0) < 5) await Bun.sleep(20);
        const times = await measureBystander(url, { seconds });
        const longestOfFlood = running.longest;
        await end(running);
        const longest = bystanderOperations.map((operation) => Math.max(...times[operation]));
        expect(times.failures).toBe(0);
        expect(Math.max(...longest)).toBeLessThan(longestOfFlood / 2);
      }, 180_000);
    }

    test('slow patches of many players are refused when they would wait too long, and others are served again', async () => {
      const { url, running } = await begin(slowPatchesOfMany(48));
      const { answers } = running;
      while (!answers[200] || !answers[503]) await Bun.sleep(20);
      let saves = 0;
      while (saves === 0) saves = (await measureBystander(url, { seconds: 0.5 })).save.length;
      await end(running);
      expect(Object.keys(answers).toSorted()).toEqual(['200', '503']);
    }, 180_000);
  });
}
