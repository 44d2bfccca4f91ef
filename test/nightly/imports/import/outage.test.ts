// An import whose PostgreSQL goes away: it waits for the server, goes on, and brings nothing twice. One that stays away ends it.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { manualClock } from '../../../harness/clock.ts';
import { arraySource, importPlayers } from '../../../harness/imports.ts';
import { type PostgresServer, startPostgres } from '../../../harness/postgres.ts';
import { seed } from '../../../harness/seeded.ts';
import { openStoreOn } from '../../../harness/store.ts';
import { describeAll, randomPlayers, registerSome } from './random-players.ts';

const count = 60;
let server: PostgresServer;
beforeEach(async () => {
  server = await startPostgres();
}, 60_000);
afterEach(() => server.stop(), 60_000);

/** A source in whose middle something happens. */
const sourceWith = (players: ReturnType<typeof randomPlayers>, happen: () => Promise<unknown>) => ({
  ...arraySource([]),
  async *read() {
    yield* players.slice(0, count / 2);
    await happen();
    yield* players.slice(count / 2);
  },
});

test(`goes on after an outage as if there had been none, from seed ${seed}`, async () => {
  const clock = manualClock();
  const real = Object.assign(Object.create(clock) as typeof clock, { sleep: (ms: number) => Bun.sleep(ms) });
  const environment = { DATABASE_URL: server.url('postgres'), DATABASE_POOL_SIZE: '4' };
  const players = randomPlayers(seed, count, clock.now());
  const store = await openStoreOn(environment, clock);
  await registerSome(store, count);
  await store.close();
  let restarting: Promise<void> | undefined;
  const cut = sourceWith(players, async () => {
    await server.killAll();
    restarting = Bun.sleep(500).then(server.restart);
  });
  const { last } = await importPlayers(cut, environment, clock, { clock: real, existing: 'merge' });
  await restarting;
  expect(last).toMatchObject({ read: count, complete: true, kept: 0, refused: 0 });
  const opened = await openStoreOn(environment, clock);
  const after = await describeAll(opened, count);
  expect((await importPlayers(players, environment, clock, { existing: 'merge' })).last.present).toBe(count);
  expect(await describeAll(opened, count)).toEqual(after as never);
  await opened.close();
}, 60_000);

test('ends where the server stays away, and says so', async () => {
  const clock = manualClock();
  let moment = 0;
  const fast = Object.assign(Object.create(clock) as typeof clock, {
    sleep: (ms: number) => {
      moment += 10 * ms;
      return Bun.sleep(Math.min(ms, 20));
    },
    monotonic: () => moment,
  });
  const environment = { DATABASE_URL: server.url('postgres'), DATABASE_POOL_SIZE: '4' };
  const cut = sourceWith(randomPlayers(seed, count, clock.now()), () => server.killAll());
  await expect(importPlayers(cut, environment, clock, { clock: fast })).rejects.toMatchObject({
    name: 'StoreUnavailable',
  });
  expect(moment).toBeGreaterThan(60_000);
}, 60_000);
