// The doctor on events: sound ones have no finding, and those that nothing will clear, or that wait for their places, have one.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { examine } from '../../harness/doctor.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { allEvents, settledEvents } from '../../harness/events.ts';
import { type RawDatabase, rawDatabase } from '../../harness/raw-database.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';

for (const engine of [sqlite, postgres]) {
  describe(`the doctor of events on ${engine.name}`, () => {
    let t: TestStore;
    let raw: RawDatabase;
    beforeEach(async () => {
      t = await openTestStore(engine, allEvents);
      raw = rawDatabase(t.environment);
    });
    afterEach(async () => {
      await raw.close();
      await t.remove();
    });

    test('names players who are gone and whose events keep personal facts', async () => {
      const ann = await t.register('ann');
      await t.store.sessions.start(ann, Bun.randomUUIDv7(), { context: '{"a":1}' });
      await t.store.players.erase('ann');
      await settledEvents(t.store.events, t.environment);
      const findings = async () => (await examine(t.environment, t.clock)).findings;
      expect(await findings()).toEqual([]);
      // An earlier version erased the player.
      await raw.run('DELETE FROM event_erasures');
      expect((await findings()).join()).toContain(
        'an event has personal facts of a player who does not exist',
      );
    });

    test.if(engine === postgres)('tells of events that wait for their places', async () => {
      await t.register('ann');
      await settledEvents(t.store.events, t.environment);
      await t.store.close();
      const other = `INSERT INTO events (at, type, sequential_id, data) VALUES (${t.clock.now()}, 0, 1, '{}')`;
      await raw.run(other);
      const findings = async () => (await examine(t.environment, t.clock)).findings;
      expect(await findings()).toEqual([]);
      t.clock.advance(120_000);
      expect((await findings()).join()).toContain('events have no place in the feed');
      await t.reopen();
      await settledEvents(t.store.events, t.environment);
      expect(await findings()).toEqual([]);
    });
  });
}
