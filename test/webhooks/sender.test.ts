// The senders of webhooks on every engine: each event arrives with one id, failures are tried again by the schedule, players keep their
// order where asked, and processes take over from each other.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { engines } from '../harness/engines.ts';
import { openSenderWorld, type SenderWorld, seriesOf } from './sender-world.ts';

for (const engine of engines.filter(({ isDistributed }) => !isDistributed)) {
  describe(`senders on ${engine.name}`, () => {
    let world: SenderWorld;
    let ann: number;
    let bob: number;
    beforeEach(async () => {
      world = await openSenderWorld(engine);
      ann = await world.register('ann');
      bob = await world.register('bob');
    });
    afterEach(() => world.remove());

    const ids = () => world.received.map(({ eventId }) => eventId);

    test('every event arrives once with an id of its own, from the creation of the endpoint on', async () => {
      await world.save(ann, 3);
      const { webhookId } = await world.create();
      const own = world.start();
      await world.save(ann, 2);
      await world.save(bob, 2);
      await world.settled(webhookId, 7);
      expect(world.arrived()).toEqual([4, 5, 6, 7]);
      expect(world.received).toHaveLength(4);
      expect(world.received[0]?.id).toBe(`${webhookId}_4`);
      const log = await world.store.webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 9 });
      expect(log.map(({ eventId, attempt, status, error }) => [eventId, attempt, status, error])).toEqual(
        [7, 6, 5, 4].map((eventId) => [eventId, 1, 200, null]),
      );
      // Another process goes on where the first one ended.
      await own.stop();
      await world.save(ann);
      world.start();
      await world.settled(webhookId, 8);
      expect(ids()).toEqual([4, 5, 6, 7, 8]);
    });

    test('an ordered endpoint gets the events of a player in their order, and others past them', async () => {
      const { webhookId } = await world.create({ ordered: true });
      world.receive = ({ eventId }) => (eventId === 1 ? 500 : 200);
      world.start();
      await world.save(ann);
      await world.until(() => world.received.length === 1);
      await world.save(ann, 2);
      await world.save(bob, 2);
      await world.until(async () => (await world.find(webhookId)).after === 5);
      await world.until(() => world.arrived().includes(5));
      expect(world.arrived()).toEqual([1, 4, 5]);
      expect((await world.find(webhookId)).pending).toBe(3);
      world.receive = () => 200;
      await world.save(ann);
      await world.settled(webhookId, 6, 1_000);
      // On a slow machine the first one is tried more than twice.
      expect(ids().filter((id) => id === 1).length).toBeGreaterThan(1);
      expect(ids().filter((id) => id !== 1 && id !== 4 && id !== 5)).toEqual([2, 3, 6]);
      expect(ids().lastIndexOf(1)).toBeLessThan(ids().indexOf(2));
    });

    test('a process that dies loses its endpoints within a minute, and what it writes late changes nothing', async () => {
      const { webhookId } = await world.create({ ordered: true });
      const stuck = Promise.withResolvers<number>();
      world.receive = () => stuck.promise;
      const other = await world.open();
      // It hangs in its request, and does not look at its leases any more.
      const hung = { ...world.store, webhooks: { ...world.store.webhooks } };
      world.start(hung);
      await world.save(ann, 2);
      await world.until(() => world.received.length === 1);
      hung.webhooks.claim = () => Promise.reject(new Error('it is dead'));
      const diedAt = world.clock.now();
      world.receive = () => 200;
      const second = world.start(other);
      await world.settled(webhookId, 2, 200);
      expect(world.clock.now() - diedAt).toBeLessThan(60_000);
      expect(ids()).toEqual([1, 1, 2]);
      const before = await world.find(webhookId);
      stuck.resolve(500);
      await world.clock.pass(10_000);
      expect(await world.find(webhookId)).toEqual(before);
      expect(world.received).toHaveLength(3);
      await second.stop();
      await other.close();
    });

    test('events that the feed lets go of are counted', async () => {
      const { webhookId } = await world.create();
      world.receive = () => 500;
      const first = world.start();
      await world.save(ann, 30);
      await world.until(async () => (await world.find(webhookId)).pending >= 5);
      await first.stop();
      world.clock.advance(2 * 86_400_000);
      await world.store.events.deleteOld(1, new AbortController().signal);
      await world.save(ann);
      world.receive = () => 200;
      const { metrics } = world.start();
      await world.settled(webhookId, 31, 1_000);
      expect([(await world.find(webhookId)).missed, ids().at(-1)]).toEqual([30, 31]);
      expect(seriesOf(metrics, 'playkeep_webhook_missed_events_total')).toBe(30);
    });

    test('a range that overlaps what is new holds nothing up at an ordered endpoint', async () => {
      const { webhookId } = await world.create({ ordered: true, enabled: false });
      const { metrics } = world.start();
      await world.save(ann, 10);
      await world.redeliver(webhookId, { range: { after: 0, until: 10 } });
      world.receive = () => (world.received.length === 1 ? 500 : 200);
      await world.update(webhookId, { enabled: true });
      await world.until(async () => (await world.find(webhookId)).range === null, 1_000);
      await world.settled(webhookId, 10, 1_000);
      expect(world.arrived()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      // The pause after the failure holds, though the event came a second time.
      const [first = 0, second = 0] = world.received
        .filter(({ eventId }) => eventId === 1)
        .map(({ at }) => at);
      expect(second - first).toBeGreaterThanOrEqual(4_500);
      expect(seriesOf(metrics, 'playkeep_webhook_errors_total')).toBe(0);
    });

    test('what waits in memory is sent without personal data after the erasure of its player', async () => {
      await world.create({ types: ['session.started'] });
      const stuck = Promise.withResolvers<number>();
      world.receive = () => stuck.promise;
      world.start();
      const options = {
        onActive: 'replace',
        context: '{"city":"Ulm"}',
        installationId: 'the phone',
      } as const;
      for (const player of [ann, bob])
        for (let at = 0; at < 10; at += 1)
          await world.store.sessions.start(player, crypto.randomUUID(), options);
      await world.told(2 * 19);
      // The others wait in memory by now.
      await world.until(() => world.received.length === 4);
      await world.store.players.erase('ann');
      stuck.resolve(200);
      await world.until(() => world.received.length === 20);
      const shown = world.received.map(({ data }) => [data.context, data.installationId]);
      const whole = [{ city: 'Ulm' }, 'the phone'];
      expect(shown.slice(0, 4)).toEqual([whole, whole, whole, whole]);
      const later = world.received.slice(4).map(({ sequentialId }) => sequentialId === ann);
      expect(shown.slice(4)).toEqual(later.map((isErased) => (isErased ? [null, null] : whole)));
      expect(later.filter(Boolean)).toHaveLength(6);
    });

    test('a range is sent again beside new events, and what fails of it is tried again', async () => {
      const { webhookId } = await world.create();
      world.start();
      await world.save(ann, 10);
      await world.settled(webhookId, 10);
      world.received.length = 0;
      world.receive = ({ eventId }) =>
        eventId === 4 && ids().filter((id) => id === 4).length === 1 ? 500 : 200;
      await world.redeliver(webhookId, { range: { after: 2, until: 6 } });
      await world.save(bob);
      const isSent = async () => (await world.find(webhookId)).range === null && world.received.length >= 6;
      await world.until(isSent, 1_000);
      await world.settled(webhookId, 11);
      expect(ids().sort()).toEqual([11, 3, 4, 4, 5, 6]);
    });
  });
}
