// One player whose events an endpoint refuses holds up nobody else: not for long, whatever waits of the player, and the endpoint is not
// disabled for it. An endpoint that is away for all is left alone as before.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { WEBHOOK_PLAYER_PENDING_MAX } from '../../src/limits.ts';
import { WEBHOOK_WINDOW_EVENTS } from '../../src/tuning.ts';
import { engines, sqlite } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { openSenderWorld, type SenderWorld } from './sender-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let world: SenderWorld;
let ann: number;
let others: number[];

async function open(engine: typeof sqlite): Promise<void> {
  world = await openSenderWorld(engine);
  ann = await world.register('ann');
  others = [];
  for (let at = 0; at < 20; at += 1) others.push(await world.register(`other ${at}`));
}
afterEach(() => world.remove());

const refuseAnn = () => {
  world.receive = ({ sequentialId }) => (sequentialId === ann ? 500 : 200);
};
const saveOthers = async () => {
  for (const other of others) await world.save(other);
};
const delivered = () => new Set(world.received.map(({ sequentialId }) => sequentialId));
const hasAll = () => others.every((other) => delivered().has(other));
/** Passes time until each of the others has an event. @returns how long it took, in milliseconds */
async function untilAll(): Promise<number> {
  const begunAt = world.clock.now();
  await world.until(hasAll);
  return world.clock.now() - begunAt;
}
const requestsOf = (player: number) =>
  world.received.filter(({ sequentialId }) => sequentialId === player).map(({ eventId }) => eventId);

for (const engine of engines.filter(({ isDistributed }) => !isDistributed))
  describe(`one player whose events are refused, on ${engine.name}`, () => {
    beforeEach(() => open(engine));

    test.each([
      ['forty', 40],
      ['more than fit into memory', WEBHOOK_WINDOW_EVENTS + 200],
    ])(
      '%s hold up nobody else, whether they are tried for the first time or again',
      async (_name, events) => {
        const { webhookId } = await world.create();
        refuseAnn();
        world.start();
        await world.save(ann, events);
        await world.until(() => world.received.length >= 5);
        await saveOthers();
        expect(await untilAll()).toBeLessThan(minute);
        // Hours later they are due again.
        await world.until(() => world.clock.now() - (world.received[0]?.at ?? 0) > 3 * hour, 10 * minute);
        world.received.length = 0;
        await saveOthers();
        expect(await untilAll()).toBeLessThan(minute);
        await world.until(async () => (await world.find(webhookId)).failingSince === null);
        expect((await world.find(webhookId)).enabled).toBe(true);
      },
    );

    test('an event that fails and too many that wait behind it: it is given up, and they come in their order', async () => {
      const { webhookId } = await world.create({ ordered: true });
      world.receive = ({ eventId }) => (eventId === 1 ? 500 : 200);
      world.start();
      const behind = WEBHOOK_PLAYER_PENDING_MAX + 50;
      await world.save(ann, behind + 1);
      await saveOthers();
      expect(await untilAll()).toBeLessThan(minute);
      await world.until(async () => (await world.find(webhookId)).givenUp === 1, 1_000);
      await world.until(() => requestsOf(ann).includes(3));
      const own = requestsOf(ann).filter((eventId) => eventId > 1);
      expect(own).toEqual(own.map((_, at) => at + 2));
    });
  });

describe('an endpoint and its players', () => {
  beforeEach(() => open(sqlite));

  test('the events of one player alone do not disable it', async () => {
    const { webhookId } = await world.create();
    refuseAnn();
    world.start();
    await world.save(ann, 20);
    await world.until(() => world.received.length >= 5);
    await world.until(() => world.clock.now() - (world.received[0]?.at ?? 0) > 6 * day, hour);
    expect((await world.find(webhookId)).enabled).toBe(true);
    await saveOthers();
    expect(await untilAll()).toBeLessThan(minute);
  });

  test('one that hangs at the events of a player answers the others meanwhile', async () => {
    await world.create();
    world.receive = async ({ sequentialId }) => {
      if (sequentialId !== ann) return 200;
      await world.clock.sleep(15_000);
      return 504;
    };
    world.start();
    await world.save(ann, WEBHOOK_WINDOW_EVENTS + 200);
    await saveOthers();
    expect(await untilAll()).toBeLessThan(2 * minute);
    world.received.length = 0;
    await saveOthers();
    expect(await untilAll()).toBeLessThan(10_000);
  });

  const crowds = [
    ['refuses', 0, 12, 60, 2 * minute],
    ['hangs at', 15_000, 12, 60, 6 * minute],
    ['hangs at', 15_000, 3, 800, 6 * minute],
  ] as const;
  test.each(crowds.slice(0, amount(1, 3)))(
    'one that %s (%d ms) the events of %d players, who fill its memory, answers the others meanwhile',
    async (_, milliseconds, players, events, most) => {
      await world.create();
      const refused = new Set<number>();
      for (let at = 0; at < players; at += 1) refused.add(await world.register(`refused ${at}`));
      world.receive = async ({ sequentialId }) => {
        if (!refused.has(sequentialId)) return 200;
        await world.clock.sleep(milliseconds);
        return 504;
      };
      world.start();
      for (const player of refused) await world.save(player, events);
      await saveOthers();
      expect(await untilAll()).toBeLessThan(most);
      world.received.length = 0;
      await saveOthers();
      expect(await untilAll()).toBeLessThan(most);
    },
  );

  test('one that is away gets one request after each pause, of changing players, by turns new and again', async () => {
    await world.create();
    world.receive = () => 500;
    world.start();
    for (const other of others.slice(0, 6)) await world.save(other, 20);
    await world.until(() => world.received.length >= 5);
    const first = world.received.at(-1)?.at ?? 0;
    await world.until(() => world.clock.now() - first > 30 * minute, 10_000);
    const before = world.received.length;
    const known = new Set(world.arrived());
    await world.until(() => world.clock.now() - first > 90 * minute, 10_000);
    const probes = world.received.slice(before);
    expect(probes.length).toBeGreaterThanOrEqual(12);
    expect(probes.length).toBeLessThanOrEqual(15);
    expect(new Set(probes.map(({ sequentialId }) => sequentialId)).size).toBe(6);
    const again = probes.filter(({ eventId }) => known.has(eventId)).length;
    expect(again).toBeGreaterThan(probes.length / 3);
    expect(again).toBeLessThan(probes.length / 1.5);
    // The event of another player goes before those who failed.
    const last = await world.register('last');
    world.receive = ({ sequentialId }) => (sequentialId === last ? 200 : 500);
    await world.save(last);
    const savedAt = world.clock.now();
    await world.until(() => delivered().has(last), 10_000);
    expect(world.clock.now() - savedAt).toBeLessThan(11 * minute);
  });
});
