// Every figure of the statistics equals the reference, over random histories on every engine, in zones with daylight saving.
import { describe, expect, test } from 'bun:test';
import { allEngines } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { seed } from '../harness/seeded.ts';
import { openTestStore } from '../harness/store.ts';
import { expectEqualFigures, pointers } from './compare.ts';
import { createHistory } from './histories.ts';

const hour = 3_600_000;
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
/** Before a change of the clocks in one of the zones, and a month's end. */
const beginnings = [
  '2026-03-27T10:00:00Z',
  '2026-10-23T20:00:00Z',
  '2026-04-03T06:00:00Z',
  '2026-12-29T00:00:00Z',
];

for (const engine of allEngines) {
  describe(`the statistics on ${engine.name}`, () => {
    test(`are those of the reference, in random histories from seed ${seed}`, async () => {
      for (let run = 0; run < amount(4, 200); run += 1) {
        const zone = zones[run % zones.length] ?? 'UTC';
        const t = await openTestStore(engine, {
          STATISTICS_TIME_ZONE: zone,
          STATISTICS_CONTEXT: pointers.join(','),
        });
        try {
          const beginning = Date.parse(beginnings[(run * 7 + seed) % beginnings.length] ?? '');
          t.clock.advance(beginning - t.clock.now());
          const history = await createHistory(t, seed + run);
          for (let part = 0; part < 3; part += 1) {
            await history.play(history.random(120));
            const before = t.clock.now();
            await expectEqualFigures(t.store.statistics, zone, history.sessions());
            expect(t.clock.now()).toBe(before);
          }
          t.clock.advance(40 * 24 * hour);
          await expectEqualFigures(t.store.statistics, zone, history.sessions());
        } finally {
          await t.remove();
        }
      }
    }, 3_600_000);
  });
}
