// The doctor on events: sound ones have no finding, and those that nothing will clear, or that wait for their places, have one.
import { expect, test } from 'bun:test';
import { describeStores } from '../../harness/describe-stores.ts';
import { examine } from '../../harness/doctor.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { allEvents, settledEvents } from '../../harness/events.ts';

describeStores(
  'the doctor of events',
  { engines: [sqlite, postgres], environment: allEvents },
  (t, engine) => {
    test('names players who are gone and whose events keep personal facts', async () => {
      const ann = await t.register('ann');
      await t.store.sessions.start(ann, Bun.randomUUIDv7(), { context: '{"a":1}' });
      await t.store.players.erase('ann');
      await settledEvents(t.store.events, t.environment);
      const findings = async () => (await examine(t.environment, t.clock)).findings;
      expect(await findings()).toEqual([]);
      // An earlier version erased the player.
      await t.run('DELETE FROM event_erasures');
      expect((await findings()).join()).toContain(
        'an event has personal facts of a player who does not exist',
      );
    });

    test.if(engine === postgres)('tells of events that wait for their places', async () => {
      await t.register('ann');
      await settledEvents(t.store.events, t.environment);
      await t.store.close();
      const other = `INSERT INTO events (at, type, sequential_id, data) VALUES (${t.clock.now()}, 0, 1, '{}')`;
      await t.run(other);
      const findings = async () => (await examine(t.environment, t.clock)).findings;
      expect(await findings()).toEqual([]);
      t.clock.advance(120_000);
      expect((await findings()).join()).toContain('events have no place in the feed');
      await t.reopen();
      await settledEvents(t.store.events, t.environment);
      expect(await findings()).toEqual([]);
    });
  },
);
