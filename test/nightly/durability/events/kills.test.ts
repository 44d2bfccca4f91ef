// `kill -9` of one of two processes, and on PostgreSQL of the database, in the middle of writes: every change has
// exactly one event, no event is without a change, and a reader who goes on behind the last event hears each once.
import { expect, test } from 'bun:test';
import { expectOneEventForEachChange } from '../../../events/change-events.ts';
import { manualClock } from '../../../harness/clock.ts';
import { allEvents, readEvents, settledEvents } from '../../../harness/events.ts';
import { amount } from '../../../harness/nightly.ts';
import { seed, seeded } from '../../../harness/seeded.ts';
import { openStoreOn } from '../../../harness/store.ts';
import { type KilledService, killedServices } from './killed-service.ts';
import { startWriters } from './writers.ts';

const kills = amount(3, 100);
const players = 8;

async function killAndCompare(service: KilledService) {
  const random = seeded(seed);
  const writers = startWriters(service, random, { players });
  for (let kill = 0; kill < kills; kill += 1) {
    await Bun.sleep(300 + random(300));
    await service.kill(random);
  }
  await Bun.sleep(300);
  // A slow machine may need longer for them than for the kills.
  while (writers.acknowledged.size <= players) await Bun.sleep(50);
  await writers.stop();
  await service.end();
  const { environment } = service;
  const store = await openStoreOn({ ...environment, EVENTS: 'players' }, manualClock());
  try {
    const events = await settledEvents(store.events, environment);
    await expectOneEventForEachChange(events, environment);
    expect(await readEvents(store.events, { limit: 7 })).toEqual(events);
    const tags = new Set(events.map(({ data }) => data.etag));
    expect(writers.acknowledged.size).toBeGreaterThan(players);
    expect([...writers.acknowledged].filter((etag) => !tags.has(etag))).toEqual([]);
  } finally {
    await store.close();
  }
}

for (const [engine, start] of Object.entries(killedServices))
  test(
    `${kills} kills on ${engine} leave one event for each change (SEED=${seed})`,
    async () => {
      const service = await start(allEvents);
      try {
        await killAndCompare(service);
      } finally {
        await service.remove();
      }
    },
    (120 + 12 * kills) * 1_000,
  );
