// `kill -9` of one of two processes that send, and on PostgreSQL of their database, while players write and the receiver fails at random: every
// change has exactly one event, every event arrives, each with one webhook-id, and those of a player in their order.
import { expect, test } from 'bun:test';
import { expectOneEventForEachChange } from '../../../events/change-events.ts';
import { manualClock } from '../../../harness/clock.ts';
import { allEvents, settledEvents, type TestEvent } from '../../../harness/events.ts';
import { amount } from '../../../harness/nightly.ts';
import type { ServiceProcess } from '../../../harness/process.ts';
import { seed, seeded } from '../../../harness/seeded.ts';
import { testServerKey as token } from '../../../harness/server-keys.ts';
import { openStoreOn } from '../../../harness/store.ts';
import { startReceiver } from '../../../webhooks/receiver.ts';
import { type KilledService, killedServices } from '../events/killed-service.ts';
import { startWriters } from '../events/writers.ts';

const kills = amount(3, 100);
const players = 8;
/** Of each writer. After a failure the events of a player go out one by one, some ten in a second. */
const pauseMilliseconds = amount(60, 250);
const path = '/api/server/webhooks';
const json = { 'content-type': 'application/json' };

interface Arrival {
  readonly id: string;
  readonly eventId: number;
  readonly player: number;
}

async function killAndCompare(service: KilledService): Promise<void> {
  const random = seeded(seed);
  const receiver = startReceiver();
  const arrivals: Arrival[] = [];
  receiver.answer = ({ id, body }) => {
    if (random(5) === 0) return new Response('not now', { status: 500 });
    arrivals.push({ id, eventId: Number(body.data.eventId), player: body.data.sequentialId });
    return new Response('');
  };
  try {
    const types = [
      'player.registered',
      'metadata.changed',
      'metadata.lost',
      'session.started',
      'session.ended',
    ];
    const body = JSON.stringify({ url: receiver.url, types, ordered: true });
    const made = await first(service).call('POST', path, { token, body, headers: json });
    const { webhookId, secret } = made.body.data;
    receiver.secrets = [secret];
    const repeating = repeatFailed(service, webhookId);
    const writers = startWriters(service, random, { players, pauseMilliseconds });
    for (let kill = 0; kill < kills; kill += 1) {
      await Bun.sleep(300 + random(700));
      await service.kill(random);
    }
    await Bun.sleep(300);
    // A slow machine may need longer for them than for the kills.
    while (writers.acknowledged.size <= players) await Bun.sleep(50);
    await writers.stop();
    const events = await eventsOf(service);
    await settle(service, webhookId, events.at(-1)?.eventId ?? 0);
    await repeating.stop();
    await service.end();
    await expectOneEventForEachChange(events, service.environment);
    expect(writers.acknowledged.size).toBeGreaterThan(players);
    expectArrived(arrivals, events, webhookId);
  } finally {
    await receiver.stop();
  }
}

const first = ({ processes }: KilledService): ServiceProcess => processes[0] as ServiceProcess;

/** Events that failed are sent again every moment, and not by the schedule, which takes days. */
function repeatFailed(service: KilledService, webhookId: string) {
  const body = JSON.stringify({ failedSince: '2020-01-01T00:00:00Z' });
  let isOver = false;
  const repeating = (async () => {
    for (; !isOver; await Bun.sleep(250))
      await first(service)
        .call('POST', `${path}/${webhookId}/redeliver`, { token, body, headers: json })
        .catch(() => undefined);
  })();
  return {
    async stop(): Promise<void> {
      isOver = true;
      await repeating;
    },
  };
}

/** Waits until the endpoint has all up to the last one. */
async function settle(service: KilledService, webhookId: string, lastEventId: number): Promise<void> {
  const end = performance.now() + (100 + 2 * kills) * 1_000;
  for (;;) {
    const answer = await first(service).call('GET', `${path}/${webhookId}`, { token });
    // Undefined while the service has no database again after the last kill.
    const found = answer.body?.data;
    const isBehind = !found || Number(found.lastEventId) < lastEventId;
    if (!isBehind && found.pendingEvents + found.failedEvents === 0) return;
    if (performance.now() > end) throw new Error(`the endpoint is still behind: ${JSON.stringify(found)}`);
    await Bun.sleep(250);
  }
}

/** All events, each with its place: a process that was killed may have been the one that gives places, and another follows after seconds. */
async function eventsOf({ environment }: KilledService): Promise<readonly TestEvent[]> {
  const store = await openStoreOn({ ...environment, EVENTS: 'players' }, manualClock());
  try {
    return await settledEvents(store.events, environment);
  } finally {
    await store.close();
  }
}

function expectArrived(arrivals: readonly Arrival[], events: readonly TestEvent[], webhookId: string): void {
  const arrived = new Set(arrivals.map(({ eventId }) => eventId));
  expect([...arrived].sort((a, b) => a - b)).toEqual(events.map(({ eventId }) => eventId));
  expect(arrivals.filter(({ id, eventId }) => id !== `${webhookId}_${eventId}`)).toEqual([]);
  for (const player of new Set(events.map(({ sequentialId }) => sequentialId))) {
    const own = arrivals.filter((each) => each.player === player).map(({ eventId }) => eventId);
    const inOrder = [...new Set(own)];
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
  }
}

for (const [engine, start] of Object.entries(killedServices))
  test(
    `${kills} kills on ${engine} lose no event on its way to an endpoint, and turn none around (SEED=${seed})`,
    async () => {
      const service = await start({ ...allEvents, WEBHOOKS_ALLOW_PRIVATE: 'true' });
      try {
        await killAndCompare(service);
      } finally {
        await service.remove();
      }
    },
    (240 + 12 * kills) * 1_000,
  );
