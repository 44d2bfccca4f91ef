// The rules of senders, which no engine changes: the schedule, pauses, Retry-After, disabling, the bounds of one endpoint, and the order
// of each player at an ordered one, where all that is under way stands still.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { StoreUnavailable } from '../../src/store/ports/errors.ts';
import { WEBHOOK_MAX_REQUESTS, WEBHOOK_WINDOW_EVENTS } from '../../src/tuning.ts';
import { sqlite } from '../harness/engines.ts';
import { openSenderWorld, type SenderWorld, seriesOf } from './sender-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const other = 'https://other.test/';

let world: SenderWorld;
let ann: number;
beforeEach(async () => {
  world = await openSenderWorld(sqlite);
  ann = await world.register('ann');
});
afterEach(() => world.remove());

const ids = () => world.received.map(({ eventId }) => eventId);
const idsOf = (player: number) =>
  world.received.filter(({ sequentialId }) => sequentialId === player).map(({ eventId }) => eventId);
const timeOf = (request: number) => world.received[request]?.at ?? 0;
const firstFails = () => {
  world.receive = ({ eventId }) => (eventId === 1 ? 500 : 200);
};

describe('senders', () => {
  test('an event that fails is tried again by the schedule, and others go past it', async () => {
    const { webhookId } = await world.create();
    firstFails();
    world.start();
    await world.save(ann, 3);
    await world.until(async () => (await world.find(webhookId)).after === 3);
    expect(world.arrived()).toEqual([1, 2, 3]);
    for (let attempts = 2; attempts <= 10; attempts += 1)
      await world.until(() => world.received.length >= 2 + attempts, attempts < 3 ? 1_000 : 10 * minute);
    await world.until(async () => (await world.find(webhookId)).givenUp === 1);
    const attempts = world.received.filter(({ eventId }) => eventId === 1);
    expect([attempts.length, new Set(attempts.map(({ id }) => id)).size]).toEqual([10, 1]);
    const total = (attempts[9]?.at ?? 0) - (attempts[0]?.at ?? 0);
    expect(total / hour).toBeGreaterThan(75);
    expect(total / hour).toBeLessThan(79);
    expect(await world.find(webhookId)).toMatchObject({ pending: 0, enabled: true });
    // It can be sent again.
    world.receive = () => 200;
    await world.redeliver(webhookId, { failedSince: 0 });
    await world.until(async () => (await world.find(webhookId)).givenUp === 0);
    expect(ids().at(-1)).toBe(1);
    await world.settled(webhookId, 3);
  });

  test('a given up event lets the next of its player go', async () => {
    const { webhookId } = await world.create({ ordered: true });
    firstFails();
    world.start();
    await world.save(ann, 2);
    await world.until(() => world.arrived().includes(2), 30 * minute);
    expect(ids()).toEqual([...Array(10).fill(1), 2]);
    await world.settled(webhookId, 2);
    expect((await world.find(webhookId)).givenUp).toBe(1);
  });

  test('an endpoint that is away is left alone, and gets all at once when it is back', async () => {
    const { webhookId } = await world.create();
    world.receive = () => 503;
    world.start();
    await world.save(ann, 40);
    await world.until(() => world.received.length >= 5);
    const before = world.received.length;
    expect(before).toBeLessThan(12);
    await world.until(() => world.clock.now() - timeOf(0) > 2 * hour, minute);
    // At most one in five minutes.
    expect(world.received.length - before).toBeLessThan(2 * 12 + 10);
    const away = await world.find(webhookId);
    expect(away.failingSince).not.toBeNull();
    expect(away.pending).toBeLessThan(40);
    world.receive = () => 200;
    await world.settled(webhookId, 40, 10_000);
    expect(world.arrived()).toHaveLength(40);
    expect(await world.find(webhookId)).toMatchObject({ failingSince: null, missed: 0, givenUp: 0 });
  });

  test('Retry-After of 429 and 503 is honoured, for the event and for the endpoint', async () => {
    await world.create();
    world.receive = () => ({ status: 429, retryAfter: '600' });
    world.start();
    await world.save(ann);
    await world.until(() => world.received.length === 1);
    await world.save(ann);
    await world.clock.pass(590_000);
    expect(world.received).toHaveLength(1);
    await world.until(() => world.received.length >= 2, 1_000);
    expect(timeOf(1) - timeOf(0)).toBeGreaterThanOrEqual(600_000);
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
    await world.until(() => world.received.length === 8);
    await world.save(ann, 2);
    await world.until(() => world.received.length === 10);
    isSlow = true;
    world.receive = () => ({ status: 429, retryAfter: '600' });
    await world.until(() => world.received.length === 11);
    await world.clock.pass(1_000);
    late.resolve();
    await world.clock.pass(10_000);
    expect(ids().slice(8)).toEqual([9, 10, 9]);
    await world.until(() => world.received.length === 12, 10_000);
    expect(timeOf(11) - timeOf(10)).toBeGreaterThanOrEqual(600_000);
  });

  test('410 disables the endpoint, and it goes on where it was when it is enabled again', async () => {
    const { webhookId } = await world.create();
    world.receive = () => 410;
    const { metrics } = world.start();
    await world.save(ann, 3);
    await world.until(async () => !(await world.find(webhookId)).enabled);
    const sent = world.received.length;
    expect(await world.find(webhookId)).toMatchObject({ disabledReason: 'gone' });
    expect(seriesOf(metrics, 'playkeep_webhooks_disabled_total', { reason: 'gone' })).toBe(1);
    await world.save(ann, 2);
    await world.clock.pass(day);
    expect(world.received).toHaveLength(sent);
    world.receive = () => 200;
    await world.update(webhookId, { enabled: true });
    await world.settled(webhookId, 5, 1_000);
    expect(world.arrived().toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  test('a late 410 of a former URL does not disable the endpoint', async () => {
    const { webhookId, url: former } = await world.create();
    const late = Promise.withResolvers<number>();
    world.receive = ({ url }) => (url === former ? late.promise : 200);
    world.start();
    await world.save(ann);
    await world.until(() => world.received.length === 1);
    await world.update(webhookId, { url: other });
    late.resolve(410);
    await world.settled(webhookId, 1, 1_000);
    expect(await world.find(webhookId)).toMatchObject({ enabled: true, disabledReason: null });
    expect(world.received.map(({ url }) => url)).toEqual([former, other]);
  });

  test('an unexpected error is counted, and the sender begins again at what is stored', async () => {
    const { webhookId } = await world.create();
    let failures = 1;
    const settle: typeof world.store.webhooks.settle = (...all) => {
      failures -= 1;
      return failures < 0 ? world.store.webhooks.settle(...all) : Promise.reject(new Error('a row twice'));
    };
    const { metrics } = world.start({ ...world.store, webhooks: { ...world.store.webhooks, settle } });
    await world.save(ann, 2);
    await world.settled(webhookId, 2, 1_000);
    expect(seriesOf(metrics, 'playkeep_webhook_errors_total')).toBe(1);
    // They are sent again, since it is not known what was written.
    expect(ids()).toEqual([1, 2, 1, 2]);
  });

  test('an event stays behind the one of its player that failed, though the store cannot tell of that one for a moment', async () => {
    const { webhookId } = await world.create({ ordered: true });
    firstFails();
    let failures = 0;
    const findHeld: typeof world.store.webhooks.findHeld = (...all) => {
      failures -= 1;
      return failures < 0
        ? world.store.webhooks.findHeld(...all)
        : Promise.reject(new StoreUnavailable('away'));
    };
    world.start({ ...world.store, webhooks: { ...world.store.webhooks, findHeld } });
    await world.save(ann);
    await world.until(async () => (await world.find(webhookId)).pending === 1);
    failures = 1;
    await world.save(ann);
    await world.until(async () => (await world.find(webhookId)).after === 2);
    expect([failures < 0, world.arrived()]).toEqual([true, [1]]);
    world.receive = () => 200;
    await world.settled(webhookId, 2, 1_000);
    expect(ids().at(-1)).toBe(2);
  });

  test('five days of failure alone disable the endpoint', async () => {
    const { webhookId } = await world.create();
    world.receive = () => 500;
    const { metrics } = world.start();
    await world.save(ann, 200);
    await world.save(await world.register('bob'));
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
    await world.until(async () => (await world.find(webhookId)).after === 3, 1_000);
    expect(world.received).toEqual([]);
    await world.update(webhookId, { types: ['metadata.changed'], url: other });
    await world.clock.pass(10_000);
    await world.save(ann);
    await world.settled(webhookId, 4);
    expect(world.received.map(({ eventId, url }) => [eventId, url])).toEqual([[4, other]]);
  });

  test('a dead endpoint delays no other', async () => {
    const dead = await world.create({ url: 'https://dead.test/' });
    const alive = await world.create({ url: 'https://alive.test/' });
    const at = (url: string) => world.received.filter((request) => request.url === url).length;
    world.receive = ({ url }) => (url === dead.url ? new Promise(() => undefined) : 200);
    world.start();
    const begunAt = world.clock.now();
    for (let round = 1; round <= 10; round += 1) {
      await world.save(ann, 10);
      await world.until(() => at(alive.url) === 10 * round, 10);
    }
    expect(world.clock.now() - begunAt).toBeLessThan(10_000);
    expect(at(dead.url)).toBeLessThanOrEqual(32);
  });

  test('a backlog stays in the feed: few requests at once, and no row for what waits', async () => {
    const { webhookId } = await world.create();
    await world.save(ann, 600);
    let underWay = 0;
    let most = 0;
    const rows: unknown[] = [];
    world.receive = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      if (world.received.length % 100 === 0)
        rows.push(...(await world.run('SELECT * FROM webhook_failures')));
      await new Promise(setImmediate);
      underWay -= 1;
      return 200;
    };
    world.start();
    await world.settled(webhookId, 600);
    expect(world.arrived()).toHaveLength(600);
    expect(most).toBeLessThanOrEqual(32);
    expect(most).toBeGreaterThan(8);
    expect(rows).toEqual([]);
  });
});

describe('the order of a player', () => {
  test('an event waits for the one before it that failed, also while a range is sent again and others get no answer', async () => {
    const { received } = world;
    const { webhookId } = await world.create({ ordered: true });
    world.start();
    const newest = async () => (await world.store.events.newest()) ?? 0;
    const until = (id: number) => world.until(() => ids().includes(id));
    // So many deliveries that the endpoint gets the most requests at once.
    const many = 2 * WEBHOOK_MAX_REQUESTS;
    const players: number[] = [];
    for (let at = 1; at <= many; at += 1) {
      players.push(await world.register(`player ${at}`));
      await world.save(players.at(-1) ?? 0);
    }
    await world.until(async () => (await world.find(webhookId)).after >= many);

    // Events that are sent again have half of the requests, and none of them is answered.
    const silent = players
      .slice(0, WEBHOOK_MAX_REQUESTS / 2)
      .map((sequentialId, at) => ({ eventId: at + 1, sequentialId }));
    const answers = Promise.withResolvers<number>();
    const isSilent = (id: number) => silent.some(({ eventId }) => eventId === id);
    world.receive = ({ eventId }) => (isSilent(eventId) ? answers.promise : 200);
    const before = received.length;
    await world.redeliver(webhookId, { events: silent });
    await world.until(() => received.length === before + silent.length);

    const { receive } = world;
    let isRepaired = false;
    world.receive = (request) => (request.sequentialId === ann && !isRepaired ? 500 : receive(request));
    await world.save(ann);
    const first = await newest();
    await until(first);
    await world.until(async () => (await world.find(webhookId)).pending > silent.length);
    // Each of them had been delivered, so none has a row.
    await world.redeliver(webhookId, { range: { after: silent.length, until: many } });
    await world.until(async () => (await world.find(webhookId)).range === null);
    await world.save(ann);
    const second = await newest();
    await world.clock.pass(2_000);
    await world.save(players[silent.length] ?? 0);
    await until(second + 1);
    expect(ids()).not.toContain(second);
    isRepaired = true;
    answers.resolve(200);
    await until(second);
    expect(idsOf(ann).slice(-2)).toEqual([first, second]);
  });

  test('what is asked for again before it came by itself comes after the events before it', async () => {
    const bob = await world.register('bob');
    const { webhookId } = await world.create({ ordered: true, enabled: false });
    // Those of bob go out one by one, so those of ann are not even read for a while.
    const before = WEBHOOK_WINDOW_EVENTS + 50;
    await world.save(bob, before);
    await world.save(ann, 5);
    await world.redeliver(webhookId, { events: [{ eventId: before + 3, sequentialId: ann }] });
    await world.redeliver(webhookId, { range: { after: before + 1, until: before + 5 } });
    await world.update(webhookId, { enabled: true });
    world.start();
    await world.until(async () => {
      const { after, pending, range } = await world.find(webhookId);
      return after === before + 5 && pending === 0 && range === null;
    });
    expect([...new Set(idsOf(ann))]).toEqual([1, 2, 3, 4, 5].map((at) => before + at));
  });
});
