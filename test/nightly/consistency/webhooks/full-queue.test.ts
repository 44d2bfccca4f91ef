// As many events of one player as may wait at an ordered endpoint, behind one that fails: the events of others arrive, and those of every
// player in their order.
import { expect, test } from 'bun:test';
import { WEBHOOK_PENDING_MAX } from '../../../../src/limits.ts';
import { sqlite } from '../../../harness/engines.ts';
import { openSenderWorld } from '../../../webhooks/sender-world.ts';

test('others get their events while the queue of one player is full', async () => {
  const world = await openSenderWorld(sqlite);
  const ann = await world.register('ann');
  const others: number[] = [];
  for (let at = 0; at < 20; at += 1) others.push(await world.register(`other ${at}`));
  const { webhookId } = await world.create({ ordered: true });
  world.receive = ({ eventId }) => (eventId === 1 ? 500 : 200);
  world.start();
  await world.save(ann, WEBHOOK_PENDING_MAX + 300);
  await world.until(async () => (await world.find(webhookId)).pending >= WEBHOOK_PENDING_MAX);
  const begunAt = world.clock.now();
  for (let round = 0; round < 3; round += 1) for (const other of others) await world.save(other);
  const of = (player: number) =>
    world.received.filter(({ sequentialId }) => sequentialId === player).map(({ eventId }) => eventId);
  await world.until(() => others.every((other) => new Set(of(other)).size === 3));
  expect(world.clock.now() - begunAt).toBeLessThan(60_000);
  await world.until(() => of(ann).includes(20));
  expect((await world.find(webhookId)).givenUp).toBe(1);
  for (const player of [ann, ...others]) expect(of(player)).toEqual(of(player).toSorted((a, b) => a - b));
  await world.remove();
}, 300_000);
