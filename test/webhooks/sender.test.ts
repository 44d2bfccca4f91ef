// The senders of webhooks on every engine: each event arrives with one id, failures are tried again by the schedule, players keep their
// order where asked, and processes take over from each other.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Metrics } from '../../src/lib/metrics.ts';
import { engines, sqlite } from '../harness/engines.ts';
import { arrived, openSenderWorld, type SenderWorld } from './sender-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const author = { keyId: null, keyName: 'test', requestId: null };

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

    const settled = (webhookId: string, after: number) => async () => {
      const webhook = await world.find(webhookId);
      return webhook.after >= after && webhook.pending === 0;
    };
    const newest = async () => (await world.store.events.newest()) ?? 0;
    /** Waits until this many events are in the feed. */
    const told = (events: number) => world.until(async () => (await newest()) >= events);

    test('every event arrives once with an id of its own, from the creation of the endpoint on', async () => {
      await world.save(ann, 3);
      await told(3);
      const { webhookId } = await world.create();
      const own = world.start();
      await world.save(ann, 2);
      await world.save(bob, 2);
      await told(7);
      await world.until(settled(webhookId, 7));
      expect(arrived(world)).toEqual([4, 5, 6, 7]);
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
      await told(8);
      await world.until(settled(webhookId, 8));
      expect(world.received.map(({ eventId }) => eventId)).toEqual([4, 5, 6, 7, 8]);
    });

    test('an ordered endpoint gets the events of a player in their order, and others past them', async () => {
      const { webhookId } = await world.create({ ordered: true });
      world.receive = ({ eventId }) => (eventId === 1 ? 500 : 200);
      world.start();
      await world.save(ann);
      await told(1);
      await world.until(() => world.received.length === 1);
      await world.save(ann, 2);
      await world.save(bob, 2);
      await told(5);
      await world.until(async () => (await world.find(webhookId)).after === 5);
      await world.until(() => arrived(world).includes(5));
      expect(arrived(world)).toEqual([1, 4, 5]);
      expect((await world.find(webhookId)).pending).toBe(3);
      world.receive = () => 200;
      await world.save(ann);
      await told(6);
      await world.until(settled(webhookId, 6), 1_000);
      expect(world.received.map(({ eventId }) => eventId).filter((id) => id !== 4 && id !== 5)).toEqual([
        ...[1, 1, 2, 3, 6],
      ]);
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
      await told(2);
      await world.until(() => world.received.length === 1);
      hung.webhooks.claim = () => Promise.reject(new Error('it is dead'));
      const diedAt = world.clock.now();
      world.receive = () => 200;
      const second = world.start(other);
      await world.until(settled(webhookId, 2), 200);
      expect(world.clock.now() - diedAt).toBeLessThan(minute);
      expect(world.received.map(({ eventId }) => eventId)).toEqual([1, 1, 2]);
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
      await told(30);
      await world.until(async () => (await world.find(webhookId)).pending >= 5);
      await first.stop();
      world.clock.advance(2 * day);
      await world.store.events.deleteOld(1, new AbortController().signal);
      await world.save(ann);
      world.receive = () => 200;
      const { metrics } = world.start();
      await world.until(settled(webhookId, 31), 1_000);
      const { missed } = await world.find(webhookId);
      const last = world.received.at(-1)?.eventId;
      expect([missed, last]).toEqual([30, 31]);
      expect(seriesOf(metrics, 'playkeep_webhook_missed_events_total')).toBe(30);
    });

    test('a range is sent again beside new events, and what fails of it is tried again', async () => {
      const { webhookId } = await world.create();
      world.start();
      await world.save(ann, 10);
      await told(10);
      await world.until(settled(webhookId, 10));
      world.received.length = 0;
      let failures = 0;
      world.receive = ({ eventId }) => {
        if (eventId !== 4 || failures > 0) return 200;
        failures += 1;
        return 500;
      };
      const range = { range: { after: 2, until: 6 } };
      await world.store.webhooks.redeliver(webhookId, range, { author, action: 'webhook.redeliver' });
      await world.save(bob);
      await told(11);
      await world.until(
        async () => (await world.find(webhookId)).range === null && world.received.length >= 6,
        1_000,
      );
      await world.until(settled(webhookId, 11));
      expect(world.received.map(({ eventId }) => eventId).sort()).toEqual([11, 3, 4, 4, 5, 6]);
    });

    // The engine changes none of the following.
    if (engine !== sqlite) return;

    test('an event that fails is tried again by the schedule, and others go past it', async () => {
      const { webhookId } = await world.create();
      world.receive = ({ eventId }) => (eventId === 1 ? 500 : 200);
      world.start();
      await world.save(ann, 3);
      await told(3);
      await world.until(async () => (await world.find(webhookId)).after === 3);
      expect(arrived(world)).toEqual([1, 2, 3]);
      for (let attempts = 2; attempts <= 10; attempts += 1)
        await world.until(() => world.received.length >= 2 + attempts, attempts < 3 ? 1_000 : 10 * minute);
      await world.until(async () => (await world.find(webhookId)).givenUp === 1);
      const times = world.received.filter(({ eventId }) => eventId === 1).map(({ at }) => at);
      expect(times).toHaveLength(10);
      const total = (times.at(-1) ?? 0) - (times[0] ?? 0);
      expect(total / hour).toBeGreaterThan(75);
      expect(total / hour).toBeLessThan(79);
      expect(new Set(world.received.filter(({ eventId }) => eventId === 1).map(({ id }) => id)).size).toBe(1);
      expect(await world.find(webhookId)).toMatchObject({ pending: 0, enabled: true });
      // It can be sent again.
      world.receive = () => 200;
      const again = { author, action: 'webhook.redeliver' } as const;
      await world.store.webhooks.redeliver(webhookId, { failedSince: 0 }, again);
      await world.until(async () => (await world.find(webhookId)).givenUp === 0);
      expect(world.received.at(-1)?.eventId).toBe(1);
      await world.until(settled(webhookId, 3));
    });

    test('a given up event lets the next of its player go', async () => {
      const { webhookId } = await world.create({ ordered: true });
      world.receive = ({ eventId }) => (eventId === 1 ? 500 : 200);
      world.start();
      await world.save(ann, 2);
      await told(2);
      await world.until(() => arrived(world).includes(2), 30 * minute);
      expect(world.received.map(({ eventId }) => eventId)).toEqual([
        ...Array.from({ length: 10 }, () => 1),
        2,
      ]);
      await world.until(settled(webhookId, 2));
      expect((await world.find(webhookId)).givenUp).toBe(1);
    });

    test('an endpoint that is away is left alone, and gets all at once when it is back', async () => {
      const { webhookId } = await world.create();
      world.receive = () => 503;
      world.start();
      await world.save(ann, 40);
      await told(40);
      await world.until(() => world.received.length >= 5);
      const before = world.received.length;
      expect(before).toBeLessThan(12);
      await world.until(async () => world.clock.now() - (world.received[0]?.at ?? 0) > 2 * hour, minute);
      // At most one in five minutes.
      expect(world.received.length - before).toBeLessThan(2 * 12 + 10);
      const away = await world.find(webhookId);
      expect(away.failingSince).not.toBeNull();
      expect(away.pending).toBeLessThan(40);
      world.receive = () => 200;
      await world.until(settled(webhookId, 40), 10_000);
      expect(new Set(arrived(world)).size).toBe(40);
      expect(await world.find(webhookId)).toMatchObject({ failingSince: null, missed: 0, givenUp: 0 });
    });

    test('Retry-After of 429 and 503 is honoured, for the event and for the endpoint', async () => {
      await world.create();
      world.receive = () => ({ status: 429, retryAfter: '600' });
      world.start();
      await world.save(ann);
      await told(1);
      await world.until(() => world.received.length === 1);
      await world.save(ann);
      await told(2);
      await world.clock.pass(590_000);
      expect(world.received).toHaveLength(1);
      await world.until(() => world.received.length >= 2, 1_000);
      expect((world.received[1]?.at ?? 0) - (world.received[0]?.at ?? 0)).toBeGreaterThanOrEqual(600_000);
    });

    test('410 disables the endpoint, and it goes on where it was when it is enabled again', async () => {
      const { webhookId } = await world.create();
      world.receive = () => 410;
      const { metrics } = world.start();
      await world.save(ann, 3);
      await told(3);
      await world.until(async () => !(await world.find(webhookId)).enabled);
      const sent = world.received.length;
      expect(await world.find(webhookId)).toMatchObject({ disabledReason: 'gone' });
      expect(seriesOf(metrics, 'playkeep_webhooks_disabled_total', { reason: 'gone' })).toBe(1);
      await world.save(ann, 2);
      await told(5);
      await world.clock.pass(day);
      expect(world.received).toHaveLength(sent);
      world.receive = () => 200;
      await world.store.webhooks.update(webhookId, { enabled: true }, { author, action: 'webhook.update' });
      await world.until(settled(webhookId, 5), 1_000);
      expect([...arrived(world)].sort()).toEqual([1, 2, 3, 4, 5]);
    });

    test('five days of failure alone disable the endpoint', async () => {
      const { webhookId } = await world.create();
      world.receive = () => 500;
      const { metrics } = world.start();
      await world.save(ann, 200);
      await told(200);
      await world.until(async () => !(await world.find(webhookId)).enabled, hour);
      const { disabledAt, failingSince, disabledReason, missed } = await world.find(webhookId);
      expect([disabledReason, missed]).toEqual(['failures', 0]);
      expect((disabledAt ?? 0) - (failingSince ?? 0)).toBeGreaterThanOrEqual(5 * day);
      expect(seriesOf(metrics, 'playkeep_webhooks_disabled_total', { reason: 'failures' })).toBe(1);
    });

    test('types choose, and a change of the URL holds within ten seconds', async () => {
      const { webhookId } = await world.create({ types: ['metadata.lost'] });
      world.start();
      await world.save(ann, 3);
      await told(3);
      await world.until(async () => (await world.find(webhookId)).after === 3, 1_000);
      expect(world.received).toEqual([]);
      const change = { types: ['metadata.changed'], url: 'https://other.test/' } as const;
      await world.store.webhooks.update(webhookId, change, { author, action: 'webhook.update' });
      await world.clock.pass(10_000);
      await world.save(ann);
      await told(4);
      await world.until(settled(webhookId, 4));
      expect(world.received.map(({ eventId, url }) => [eventId, url])).toEqual([[4, 'https://other.test/']]);
    });

    test('a dead endpoint delays no other', async () => {
      await world.create({ url: 'https://dead.test/' });
      await world.create({ url: 'https://alive.test/' });
      world.receive = ({ url }) => (url === 'https://dead.test/' ? new Promise(() => undefined) : 200);
      world.start();
      const begunAt = world.clock.now();
      for (let round = 1; round <= 10; round += 1) {
        await world.save(ann, 10);
        await told(10 * round);
        await world.until(
          () => world.received.filter(({ url }) => url === 'https://alive.test/').length === 10 * round,
          10,
        );
      }
      expect(world.clock.now() - begunAt).toBeLessThan(10_000);
      expect(world.received.filter(({ url }) => url === 'https://dead.test/').length).toBeLessThanOrEqual(32);
    });

    test('a backlog stays in the feed: few requests at once, and no row for what waits', async () => {
      const { webhookId } = await world.create();
      await world.save(ann, 600);
      await told(600);
      let underWay = 0;
      let most = 0;
      world.receive = async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await Bun.sleep(1);
        underWay -= 1;
        return 200;
      };
      world.start();
      await world.until(settled(webhookId, 600));
      expect(arrived(world)).toHaveLength(600);
      expect(most).toBeLessThanOrEqual(32);
      expect(most).toBeGreaterThan(8);
    });
  });
}

/** The value of one series. */
function seriesOf(metrics: Metrics, name: string, labels: Record<string, string> = {}): number | undefined {
  const family = metrics.families().find((each) => each.name === name);
  const samples = family && family.type !== 'histogram' ? family.samples() : [];
  return samples.find((sample) =>
    Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value;
}
