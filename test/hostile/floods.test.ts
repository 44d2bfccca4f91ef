// One player's flood of what costs much, beside which another one plays on: each on a service process of its own, over HTTP. How
// long they wait exactly is measured by bench/floods.ts; here it is a good deal less than what it would be without fair queues.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { engines, type TestDatabase } from '../harness/engines.ts';
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
} from '../harness/floods.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';

const seconds = 3;
const longestMilliseconds = 1_000;

for (const engine of engines) {
  describe(`beside a flood on ${engine.name}`, () => {
    let database: TestDatabase;
    let service: ServiceProcess;
    beforeEach(async () => {
      database = await engine.create();
    });
    afterEach(async () => {
      service.signal('SIGKILL');
      await service.exited;
      await database.remove();
    });

    async function begin(flood: Flood): Promise<RunningFlood> {
      const settings = { ...database.environment, ...flood.settings, LOG_LEVEL: 'fatal' };
      service = await startProcess(settings, database.directory);
      await measureBystander(service.url, { seconds: 0.2 });
      return startFlood(service.url, flood);
    }

    for (const flood of [slowPatches(40), keyedPatches(40), fencedPatches(40), oldestVersions(64)]) {
      test(`of ${flood.name} of one player, others are served in good time`, async () => {
        const running = await begin(flood);
        await Bun.sleep(500);
        const times = await measureBystander(service.url, { seconds });
        const longest = bystanderOperations.map((operation) => Math.max(...times[operation]));
        expect(times.failures).toBe(0);
        expect(Math.max(...longest)).toBeLessThan(longestMilliseconds);
        const ended = running.stop();
        service.signal('SIGKILL');
        await ended;
        // The flood was one, and was served too.
        expect(running.answers[200] ?? 0).toBeGreaterThan(5);
      }, 60_000);
    }

    test('of slow patches of many players, those are refused who would wait too long', async () => {
      const running = await begin(slowPatchesOfMany(40));
      await Bun.sleep(2_000);
      const times = await measureBystander(service.url, { seconds });
      const ended = running.stop();
      service.signal('SIGKILL');
      await ended;
      expect(running.answers[503] ?? 0).toBeGreaterThan(0);
      expect(running.answers[200] ?? 0).toBeGreaterThan(0);
      expect(times.save.length).toBeGreaterThan(0);
      // Nothing but busy, and nothing that is wrong.
      expect(Object.keys(running.answers).filter((status) => !['200', '503'].includes(status))).toEqual([]);
    }, 60_000);
  });
}
