// An import with the batches of the command: many players who are here already, new ones, and two imports at once.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Store } from '../../../../src/store/ports/store.ts';
import { IMPORT_BATCH, SQLITE_IMPORT_BATCH } from '../../../../src/tuning.ts';
import { manualClock } from '../../../harness/clock.ts';
import { examine } from '../../../harness/doctor.ts';
import { engines, type TestDatabase } from '../../../harness/engines.ts';
import { importPlayers } from '../../../harness/imports.ts';
import { seed } from '../../../harness/seeded.ts';
import { openStoreOn } from '../../../harness/store.ts';
import { describeAll, nameOf, randomPlayers } from './random-players.ts';

const count = 900;

for (const engine of engines) {
  describe(`an import of ${count} players on ${engine.name}`, () => {
    const clock = manualClock();
    const bounds = engine.name === 'sqlite' ? SQLITE_IMPORT_BATCH : IMPORT_BATCH;
    const players = randomPlayers(seed, count, clock.now());
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await engine.create();
      store = await openStoreOn(database.environment, clock);
    });
    afterEach(async () => {
      await store.close();
      await database.remove();
    });

    test(`merges all who are here with metadata, from seed ${seed}`, async () => {
      await Promise.all(
        players.map(async (_, n) => {
          const id = Number(await store.players.register(nameOf(n)));
          await store.metadata.save(id, `{"here":${n},"s":{"0":{"mine":true}}}`);
        }),
      );
      const { last } = await importPlayers(players, database.environment, clock, {
        existing: 'merge',
        bounds,
      });
      expect(last).toMatchObject({ read: count, merged: count, refused: 0, complete: true });
      const again = await importPlayers(players, database.environment, clock, { existing: 'merge', bounds });
      expect(again.last).toMatchObject({ present: count, merged: 0 });
      expect((await examine(database.environment, clock)).findings).toEqual([]);
    }, 120_000);

    test('rests for a part of the time of each batch, within a bound', async () => {
      const restsOf = async (milliseconds: number) => {
        const rests: number[] = [];
        let moment = 0;
        const slow = Object.assign(Object.create(clock) as typeof clock, {
          monotonic: () => (moment += milliseconds),
          sleep: async (rest: number) => void rests.push(rest),
        });
        const options = { clock: slow, bounds: { ...bounds, players: 10, rest: 0.25 } };
        await importPlayers(players.slice(0, 30), database.environment, clock, options);
        return rests;
      };
      const short = await restsOf(8);
      expect(short.length).toBeGreaterThanOrEqual(3);
      expect(short.every((rest) => rest >= 2 && rest <= 20)).toBe(true);
      expect(Math.max(...(await restsOf(1_000_000)))).toBe(2_000);
    });

    test(`brings nobody twice where two run at once, from seed ${seed}`, async () => {
      const run = () =>
        importPlayers(players, database.environment, clock, { bounds: { ...bounds, players: 40 } });
      const [a, b] = (await Promise.all([run(), run()])).map(({ last }) => last);
      expect([a?.complete, b?.complete]).toEqual([true, true]);
      expect((a?.new ?? 0) + (b?.new ?? 0)).toBe(count);
      expect((a?.present ?? 0) + (b?.present ?? 0)).toBe(count);
      const twice = await describeAll(store, count);
      const other = await engine.create();
      try {
        await importPlayers(players, other.environment, clock, { bounds });
        const once = await openStoreOn(other.environment, clock);
        expect(twice).toEqual((await describeAll(once, count)) as never);
        await once.close();
      } finally {
        await other.remove();
      }
    }, 240_000);
  });
}
