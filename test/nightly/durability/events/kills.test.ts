// `kill -9` of one of two processes, and on PostgreSQL each second time of the database, in the middle of writes: every change has exactly
// one event, no event is without a change, and a reader who goes on behind the last event hears each once. A webhook whose receiver fails
// at random gets every event, each with one webhook-id, and those of a player in their order.
import { describe, expect, test } from 'bun:test';
import type { Environment } from '../../../../src/config/settings.ts';
import { expectOneEventForEachChange } from '../../../events/change-events.ts';
import { paths } from '../../../harness/api.ts';
import { manualClock } from '../../../harness/clock.ts';
import { sqlite, temporaryDirectory } from '../../../harness/engines.ts';
import { allEvents, readEvents, settledEvents, type TestEvent } from '../../../harness/events.ts';
import { amount } from '../../../harness/nightly.ts';
import { startPostgres } from '../../../harness/postgres.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { type Random, seed, seeded } from '../../../harness/seeded.ts';
import { testServerKey as token } from '../../../harness/server-keys.ts';
import { openStoreOn } from '../../../harness/store.ts';
import { startReceiver } from '../../../webhooks/receiver.ts';

const kills = amount(3, 100);
const players = 8;
const webhooks = '/api/server/webhooks';
const json = { 'content-type': 'application/json' };

/** Two processes, with their database. */
async function startKilledService(engine: 'sqlite' | 'postgres') {
  const {
    directory,
    environment: own,
    remove,
  } = await (engine === 'sqlite' ? sqlite.create() : createFolder());
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  const environment: Environment = {
    ...own,
    ...(server && { DATABASE_URL: server.url('postgres'), DATABASE_POOL_SIZE: '4' }),
    ...allEvents,
    SERVER_API_KEY: token,
    WEBHOOKS_ALLOW_PRIVATE: 'true',
  };
  const start = () => startProcess(environment, directory);
  const processes = await Promise.all([start(), start()]);
  let killed = 0;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    for (const process of processes) process.signal(signal);
    await Promise.all(processes.map(({ exited }) => exited));
  };
  return {
    environment,
    processes,
    end,
    async kill(random: Random) {
      killed += 1;
      if (server && killed % 2 === 0) {
        await server.killAll();
        return server.restart();
      }
      const at = random(processes.length);
      processes[at]?.signal('SIGKILL');
      await processes[at]?.exited;
      processes[at] = await start();
    },
    async [Symbol.asyncDispose]() {
      await end('SIGKILL');
      await server?.stop();
      await remove();
    },
  };
}
type KilledService = Awaited<ReturnType<typeof startKilledService>>;

async function createFolder() {
  const { directory, remove } = temporaryDirectory();
  return { directory, environment: {}, remove: async () => remove() };
}

const writes = [
  ['POST', paths.metadata, (n: number, text: string) => `{"data":{"n":${n},"text":"${text}"}}`],
  ['PATCH', paths.metadata, (n: number) => `{"n":${n}}`],
  ['DELETE', paths.metadata, undefined],
  ['POST', paths.start, () => '{"onActive":"replace","context":{"n":1}}'],
  ['POST', paths.stop, undefined],
] as const;

/**
 * Players who write all the time, by requests of every kind to any process, while these are killed.
 * @param pauseMilliseconds the pause of each player after each request
 * @returns the tags of states whose writing was answered. Of a request without an answer the outcome is unknown.
 */
async function writeThroughKills(service: KilledService, random: Random, pauseMilliseconds: number) {
  const acknowledged = new Set<string>();
  let isOver = false;

  async function write(player: string, n: number): Promise<void> {
    const [method, path, bodyOf] = writes[random(writes.length)] as (typeof writes)[number];
    const text = random(3) === 0 ? 'x'.repeat(600) : '';
    const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
    const answer = await service.processes[random(service.processes.length)]
      ?.as(player, method, path, { headers, ...(bodyOf && { body: bodyOf(n, text) }) })
      .catch(() => undefined);
    const etag = answer?.headers.get('etag');
    if (answer?.status === 200 && etag && !etag.endsWith('-0"')) acknowledged.add(etag);
    // A killed process answers nothing, and one without a database 503.
    const isAway = answer === undefined || answer.status === 503;
    if (isAway || pauseMilliseconds > 0) await Bun.sleep(Math.max(pauseMilliseconds, isAway ? 20 : 0));
  }

  const writing = Array.from({ length: players }, async (_, at) => {
    for (let n = 0; !isOver; n += 1) await write(`player ${at}`, n);
  });
  for (let kill = 0; kill < kills; kill += 1) {
    await Bun.sleep(300 + random(500));
    await service.kill(random);
  }
  await Bun.sleep(300);
  // A slow machine may need longer for them than for the kills.
  while (acknowledged.size <= players) await Bun.sleep(50);
  isOver = true;
  await Promise.all(writing);
  return acknowledged;
}

/** All events, each with its place, as the feed and a reader in small pages have them. */
async function eventsOf({ environment }: KilledService): Promise<readonly TestEvent[]> {
  const store = await openStoreOn({ ...environment, EVENTS: 'players' }, manualClock());
  try {
    const events = await settledEvents(store.events, environment);
    expect(await readEvents(store.events, { limit: 7 })).toEqual(events);
    return events;
  } finally {
    await store.close();
  }
}

const first = ({ processes }: KilledService): ServiceProcess => processes[0] as ServiceProcess;

/** Makes an endpoint that fails at random, whose failed events are sent again every moment, and not by the schedule, which takes days. */
async function receiveEvents(service: KilledService, random: Random) {
  const receiver = startReceiver();
  const arrivals: { readonly id: string; readonly eventId: number; readonly player: number }[] = [];
  receiver.answer = ({ id, body }) => {
    if (random(5) === 0) return new Response('not now', { status: 500 });
    arrivals.push({ id, eventId: Number(body.data.eventId), player: body.data.sequentialId });
    return new Response('');
  };
  const types = [
    'player.registered',
    'metadata.changed',
    'metadata.lost',
    'session.started',
    'session.ended',
  ];
  const body = JSON.stringify({ url: receiver.url, types, ordered: true });
  const made = await first(service).call('POST', webhooks, { token, body, headers: json });
  const { webhookId, secret } = made.body.data;
  receiver.secrets = [secret];
  const again = { token, headers: json, body: JSON.stringify({ failedSince: '2020-01-01T00:00:00Z' }) };
  let isOver = false;
  const repeating = (async () => {
    for (; !isOver; await Bun.sleep(250))
      await first(service)
        .call('POST', `${webhooks}/${webhookId}/redeliver`, again)
        .catch(() => undefined);
  })();
  /** Is everything up to an event at the endpoint? The service may have no database again after the last kill. */
  const isSettled = async (lastEventId: number) => {
    const found = (await first(service).call('GET', `${webhooks}/${webhookId}`, { token })).body?.data;
    const isBehind = !found || Number(found.lastEventId) < lastEventId;
    return !isBehind && found.pendingEvents + found.failedEvents === 0;
  };
  return {
    /** Expects each event once it has arrived, and the events of each player in their order. */
    async expectArrival(events: readonly TestEvent[]) {
      while (!(await isSettled(events.at(-1)?.eventId ?? 0))) await Bun.sleep(250);
      isOver = true;
      await repeating;
      await receiver.stop();
      const arrived = new Set(arrivals.map(({ eventId }) => eventId));
      expect([...arrived].sort((a, b) => a - b)).toEqual(events.map(({ eventId }) => eventId));
      expect(arrivals.filter(({ id, eventId }) => id !== `${webhookId}_${eventId}`)).toEqual([]);
      for (const player of new Set(events.map(({ sequentialId }) => sequentialId))) {
        const own = arrivals.filter((each) => each.player === player).map(({ eventId }) => eventId);
        const inOrder = [...new Set(own)];
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
      }
    },
  };
}

describe.each(['sqlite', 'postgres'] as const)(`${kills} kills on %s (SEED=${seed})`, (engine) => {
  const timeoutMilliseconds = (240 + 12 * kills) * 1_000;

  test(
    'leave one event for each change',
    async () => {
      await using service = await startKilledService(engine);
      const acknowledged = await writeThroughKills(service, seeded(seed), 0);
      await service.end('SIGTERM');
      const events = await eventsOf(service);
      await expectOneEventForEachChange(events, service.environment);
      const tags = new Set(events.map(({ data }) => data.etag));
      expect([...acknowledged].filter((etag) => !tags.has(etag))).toEqual([]);
    },
    timeoutMilliseconds,
  );

  test(
    'lose no event on its way to an endpoint, and turn none around',
    async () => {
      await using service = await startKilledService(engine);
      const random = seeded(seed);
      const { expectArrival } = await receiveEvents(service, random);
      // After a failure the events of a player go out one by one, some ten in a second.
      await writeThroughKills(service, random, amount(60, 250));
      const events = await eventsOf(service);
      await expectArrival(events);
      await service.end('SIGTERM');
      await expectOneEventForEachChange(events, service.environment);
    },
    timeoutMilliseconds,
  );
});
