// The end of a count: an abort ends every wait of it, also on a clock that stands still.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { allEngines } from '../harness/engines.ts';
import { seeded } from '../harness/seeded.ts';
import { type CountedStore, openCountedStore, randomRecords } from './imported.ts';

for (const engine of allEngines) {
  describe(`a count of sessions on ${engine.name}`, () => {
    let t: CountedStore;
    beforeEach(async () => {
      t = await openCountedStore(engine);
      await t.importSessions(randomRecords(seeded(1), 1_000, 60));
    });
    afterEach(() => t.remove());

    const count = (signal: AbortSignal) => t.count(signal).catch(() => undefined);

    /** Moves the clock until a count rests on it. From then on the clock stands still. */
    async function rest(counting: Promise<unknown>): Promise<void> {
      let isDone = false;
      void counting.then(() => {
        isDone = true;
      });
      while (t.clock.pending === 0) {
        expect(isDone).toBe(false);
        t.clock.advance(10);
        await new Promise(setImmediate);
      }
    }

    test('ends at an abort while it rests', async () => {
      const stopping = new AbortController();
      const counting = count(stopping.signal);
      await rest(counting);
      stopping.abort();
      await counting;
      expect(t.clock.pending).toBe(0);
    });

    test('waits no longer for the count before it once its own signal aborts', async () => {
      const [before, own] = [new AbortController(), new AbortController()];
      const counting = count(before.signal);
      await rest(counting);
      const second = count(own.signal);
      own.abort();
      expect(await second).toBe('busy');
      // The first one goes on, and the next one still waits for it.
      expect(t.clock.pending).toBe(1);
      const third = count(new AbortController().signal);
      expect(await t.clock.passUntil(counting)).toBe('done');
      expect(await t.clock.passUntil(third)).toBe('done');
    });
  });
}
