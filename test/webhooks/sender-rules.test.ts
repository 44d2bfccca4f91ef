// The rules of senders, which no engine changes: the schedule, pauses, Retry-After, disabling, and the bounds of one endpoint.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { StoreUnavailable } from '../../src/store/ports/errors.ts';
import { sqlite } from '../harness/engines.ts';
import { arrived, openSenderWorld, type SenderWorld, seriesOf } from './sender-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const author = { keyId: null, keyName: 'test', requestId: null };

describe('senders', () => {
  let world: SenderWorld;
  let ann: number;
  beforeEach(async () => {
    world = await openSenderWorld(sqlite);
    ann = await world.register('ann');
  });
  afterEach(() => world.remove());

  const settled = (webhookId: string, after: number) => async () => {
    const webhook = await world.find(webhookId);
    return webhook.after >= after && webhook.pending === 0;
  };
  const newest = async () => (await world.store.events.newest()) ?? 0;
  /** Waits until this many events are in the feed. */
  const told = (events: number) => world.until(async () => (await newest()) >= events);

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
    expect(world.received.map(({ eventId }) => eventId)).toEqual([...Array.from({ length: 10 }, () => 1), 2]);
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

  test('a pause that the endpoint asked for holds for an event that was read meanwhile', async () => {
    await world.create();
    const late = Promise.withResolvers<void>();
    let isSlow = false;
    const page: typeof world.store.events.page = async (after, query) => {
      if (isSlow && after === 9) await late.promise;
      return world.store.events.page(after, query);
    };
    world.receive = ({ eventId }) => (eventId < 9 ? 200 : 500);
    world.start({ ...world.store, events: { ...world.store.events, page } });
    // So many deliveries that two that failed may be tried again side by side.
    await world.save(ann, 8);
    await told(8);
    await world.until(() => world.received.length === 8);
    await world.save(ann, 2);
    await told(10);
    await world.until(() => world.received.length === 10);
    isSlow = true;
    world.receive = () => ({ status: 429, retryAfter: '600' });
    await world.until(() => world.received.length === 11);
    await world.clock.pass(1_000);
    late.resolve();
    await world.clock.pass(10_000);
    expect(world.received.slice(8).map(({ eventId }) => eventId)).toEqual([9, 10, 9]);
    await world.until(() => world.received.length === 12, 10_000);
    expect((world.received[11]?.at ?? 0) - (world.received[10]?.at ?? 0)).toBeGreaterThanOrEqual(600_000);
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

  test('a late 410 of a former URL does not disable the endpoint', async () => {
    const { webhookId } = await world.create();
    const late = Promise.withResolvers<number>();
    world.receive = ({ url }) => (url === 'https://example.com/' ? late.promise : 200);
    world.start();
    await world.save(ann);
    await told(1);
    await world.until(() => world.received.length === 1);
    const change = { url: 'https://other.test/' };
    await world.store.webhooks.update(webhookId, change, { author, action: 'webhook.update' });
    late.resolve(410);
    await world.until(settled(webhookId, 1), 1_000);
    expect(await world.find(webhookId)).toMatchObject({ enabled: true, disabledReason: null });
    expect(world.received.map(({ url }) => url)).toEqual(['https://example.com/', 'https://other.test/']);
  });

  test('an unexpected error is counted, and the sender begins again at what is stored', async () => {
    const { webhookId } = await world.create();
    let failures = 1;
    const settle: typeof world.store.webhooks.settle = (...all) => {
      failures -= 1;
      return failures < 0
        ? world.store.webhooks.settle(...all)
        : Promise.reject(new Error('cannot affect row a second time'));
    };
    const { metrics } = world.start({ ...world.store, webhooks: { ...world.store.webhooks, settle } });
    await world.save(ann, 2);
    await told(2);
    await world.until(settled(webhookId, 2), 1_000);
    expect(seriesOf(metrics, 'playkeep_webhook_errors_total')).toBe(1);
    // They are sent again, since it is not known what was written.
    expect(world.received.map(({ eventId }) => eventId)).toEqual([1, 2, 1, 2]);
  });

  test('an event stays behind the one of its player that failed, though the store cannot tell of that one for a moment', async () => {
    const { webhookId } = await world.create({ ordered: true });
    world.receive = ({ eventId }) => (eventId === 1 ? 500 : 200);
    let failures = 0;
    const findHeld: typeof world.store.webhooks.findHeld = (...all) => {
      failures -= 1;
      return failures < 0
        ? world.store.webhooks.findHeld(...all)
        : Promise.reject(new StoreUnavailable('away'));
    };
    world.start({ ...world.store, webhooks: { ...world.store.webhooks, findHeld } });
    await world.save(ann);
    await told(1);
    await world.until(async () => (await world.find(webhookId)).pending === 1);
    failures = 1;
    await world.save(ann);
    await told(2);
    await world.until(async () => (await world.find(webhookId)).after === 2);
    expect([failures < 0, arrived(world)]).toEqual([true, [1]]);
    world.receive = () => 200;
    await world.until(settled(webhookId, 2), 1_000);
    expect(world.received.at(-1)?.eventId).toBe(2);
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
