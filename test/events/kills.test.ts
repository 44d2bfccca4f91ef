// `kill -9` of a service, and on PostgreSQL of one of two processes and of the database, in the middle of writes: every change has
// exactly one event, no event is without a change, and a reader who goes on behind the last event hears each once.
import { expect, test } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { sqlite, temporaryDirectory } from '../harness/engines.ts';
import { allEvents, readEvents, settledEvents } from '../harness/events.ts';
import { amount } from '../harness/nightly.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { seed, seeded } from '../harness/seeded.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { openStoreOn } from '../harness/store.ts';
import { expectOneEventForEachChange } from './change-events.ts';

const kills = amount(3, 100);
const players = 8;
const random = seeded(seed);

/** Writes of every kind by one player, to any of the processes, until it is stopped. Answers that do not come have unknown outcomes. */
async function play(
  player: string,
  processes: () => readonly ServiceProcess[],
  acknowledged: Set<string>,
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    const process = processes()[random(processes().length)];
    if (!process) return;
    const large = random(3) === 0 ? 'x'.repeat(600) : '';
    const [method, path, body] = (
      [
        ['POST', paths.metadata, `{"data":{"n":${n},"large":"${large}"}}`],
        ['PATCH', paths.metadata, `{"n":${n}}`],
        ['DELETE', paths.metadata, undefined],
        ['POST', paths.start, '{"onActive":"replace","context":{"n":1}}'],
        ['POST', paths.stop, undefined],
      ] as const
    )[random(5)] as readonly [string, string, string | undefined];
    const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
    try {
      const answer = await process.as(player, method, path, { headers, ...(body !== undefined && { body }) });
      const etag = answer.headers.get('etag');
      if (answer.status === 200 && etag !== null && !etag.endsWith('-0"')) acknowledged.add(etag);
      if (answer.status === 503) await Bun.sleep(20);
    } catch {
      await Bun.sleep(20);
    }
  }
}

async function endAll(processes: readonly ServiceProcess[], signal: NodeJS.Signals): Promise<void> {
  for (const process of processes) process.signal(signal);
  await Promise.all(processes.map(({ exited }) => exited));
}

interface Target {
  readonly environment: Environment;
  readonly directory: string;
  readonly processes: number;
  /** Kills the database and starts it again. */
  readonly killDatabase?: () => Promise<void>;
}

async function killAndCompare({ environment, directory, processes: count, killDatabase }: Target) {
  const settings = { ...environment, ...allEvents, SERVER_API_KEY: testServerKey };
  const start = () => startProcess(settings, directory);
  let processes = await Promise.all(Array.from({ length: count }, start));
  const acknowledged = new Set<string>();
  let isOver = false;
  const playing = Array.from({ length: players }, (_, n) =>
    play(
      `player ${n}`,
      () => processes,
      acknowledged,
      () => isOver,
    ),
  );
  for (let kill = 0; kill < kills; kill += 1) {
    await Bun.sleep(300 + random(300));
    if (killDatabase && kill % 2 === 1) await killDatabase();
    else {
      const [victim, ...others] = processes as [ServiceProcess, ...ServiceProcess[]];
      await endAll([victim], 'SIGKILL');
      processes = [...others, await start()];
    }
  }
  await Bun.sleep(300);
  isOver = true;
  await Promise.all(playing);
  await endAll(processes, 'SIGTERM');
  const store = await openStoreOn({ ...settings, EVENTS: 'players' }, manualClock());
  try {
    const events = await settledEvents(store.events, environment);
    await expectOneEventForEachChange(events, environment);
    expect(await readEvents(store.events, { limit: 7 })).toEqual(events);
    const tags = new Set(events.map(({ data }) => data.etag));
    expect(acknowledged.size).toBeGreaterThan(players);
    for (const etag of acknowledged) expect(tags).toContain(etag);
  } finally {
    await store.close();
  }
}

/** A backend that was started in the moment of the kill may hold the shared memory a little longer. */
async function restart(server: PostgresServer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await server.restart();
    } catch (error) {
      if (attempt === 10) throw error;
      await Bun.sleep(200);
    }
  }
}

test(`${kills} kills of a service on sqlite leave one event for each change (SEED=${seed})`, async () => {
  const database = await sqlite.create();
  await killAndCompare({ ...database, processes: 1 });
  await database.remove();
}, 600_000);

test(`${kills} kills of two processes and their database on postgres leave one event for each change (SEED=${seed})`, async () => {
  using folder = temporaryDirectory();
  const server = await startPostgres();
  try {
    await killAndCompare({
      environment: { DATABASE_URL: server.url('postgres'), DATABASE_POOL_SIZE: '4' },
      directory: folder.directory,
      processes: 2,
      async killDatabase() {
        await server.killAll();
        await restart(server);
      },
    });
  } finally {
    await server.stop();
  }
}, 1_200_000);
