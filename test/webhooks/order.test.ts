// The order of each player at an ordered endpoint, which no engine changes, where all that is under way stands still.
import { expect, test } from 'bun:test';
import { WEBHOOK_MAX_REQUESTS, WEBHOOK_WINDOW_EVENTS } from '../../src/tuning.ts';
import { sqlite } from '../harness/engines.ts';
import { openSenderWorld } from './sender-world.ts';

test('an event waits for the one of its player that failed, also while a range is sent again and others get no answer', async () => {
  const world = await openSenderWorld(sqlite);
  const { received } = world;
  const newest = async () => (await world.store.events.newest()) ?? 0;
  const until = (id: number) => world.until(() => received.some(({ eventId }) => eventId === id));
  const again = (what: object) =>
    world.store.webhooks.redeliver(webhookId, what as never, {
      author: { keyId: null, keyName: 'test', requestId: null },
      action: 'webhook.redeliver',
    });
  const { webhookId } = await world.create({ ordered: true });
  world.start();
  // So many deliveries that the endpoint gets the most requests at once.
  const many = 2 * WEBHOOK_MAX_REQUESTS;
  for (let at = 1; at <= many; at += 1) await world.save(await world.register(`player ${at}`));
  await world.until(async () => (await world.find(webhookId)).after >= many);

  // Events that are sent again have half of the requests, and none of them is answered.
  const silent = Array.from({ length: WEBHOOK_MAX_REQUESTS / 2 }, (_, at) => at + 1);
  const answers = Promise.withResolvers<number>();
  world.receive = ({ eventId }) => (silent.includes(eventId) ? answers.promise : 200);
  const before = received.length;
  await again({ events: silent.map((eventId) => ({ eventId, sequentialId: eventId })) });
  await world.until(() => received.length === before + silent.length);

  const ann = await world.register('ann');
  const { receive } = world;
  let isRepaired = false;
  world.receive = (request) => (request.sequentialId === ann && !isRepaired ? 500 : receive(request));
  await world.save(ann);
  const first = await newest();
  await until(first);
  await world.until(async () => (await world.find(webhookId)).pending > silent.length);
  // Each of them had been delivered, so none has a row.
  await again({ range: { after: silent.length, until: many } });
  await world.until(async () => (await world.find(webhookId)).range === null);
  await world.save(ann);
  const second = await newest();
  await world.clock.pass(2_000);
  await world.save(silent.length + 1);
  await until(second + 1);
  expect(received.filter(({ eventId }) => eventId === second)).toEqual([]);
  isRepaired = true;
  answers.resolve(200);
  await until(second);
  const own = received.filter(({ sequentialId }) => sequentialId === ann).map(({ eventId }) => eventId);
  expect(own.slice(-2)).toEqual([first, second]);
  await world.remove();
});

test('what is asked for again before it came by itself comes after the events of its player before it', async () => {
  const world = await openSenderWorld(sqlite);
  const bob = await world.register('bob');
  const ann = await world.register('ann');
  const author = { keyId: null, keyName: 'test', requestId: null };
  const again = (what: object) =>
    world.store.webhooks.redeliver(webhookId, what as never, { author, action: 'webhook.redeliver' });
  const { webhookId } = await world.create({ ordered: true, enabled: false });
  // Those of bob go out one by one, so those of ann are not even read for a while.
  const before = WEBHOOK_WINDOW_EVENTS + 50;
  await world.save(bob, before);
  await world.save(ann, 5);
  await again({ events: [{ eventId: before + 3, sequentialId: ann }] });
  await again({ range: { after: before + 1, until: before + 5 } });
  await world.store.webhooks.update(webhookId, { enabled: true }, { author, action: 'webhook.update' });
  world.start();
  await world.until(async () => {
    const { after, pending, range } = await world.find(webhookId);
    return after === before + 5 && pending === 0 && range === null;
  });
  const own = world.received.filter(({ sequentialId }) => sequentialId === ann).map(({ eventId }) => eventId);
  expect([...new Set(own)]).toEqual([1, 2, 3, 4, 5].map((at) => before + at));
  await world.remove();
});
