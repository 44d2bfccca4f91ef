// `kill -9` of the processes that send, at random moments, while players change their metadata and the receiver fails at random: every
// event arrives, each with one webhook-id, and those of a player in their order. On PostgreSQL two processes share the work.
import { expect, test } from 'bun:test';
import { engines, type TestEngine } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { type Random, seed, seeded } from '../harness/seeded.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { startReceiver } from './receiver.ts';

const kills = amount(3, 100);
const players = Array.from({ length: 8 }, (_, at) => `player ${at}`);
const path = '/api/server/webhooks';
const json = { 'content-type': 'application/json' };
const token = testServerKey;

for (const engine of engines.filter(({ isDistributed }) => !isDistributed)) {
  test.concurrent(
    `no event is lost or out of order at an endpoint while processes on ${engine.name} are killed`,
    () => killAll(engine),
    (120 + 6 * kills) * 1_000,
  );
}

async function killAll(engine: TestEngine): Promise<void> {
  const random = seeded(seed);
  const database = await engine.create();
  const environment = {
    ...{ ...database.environment, SERVER_API_KEY: testServerKey },
    ...{ EVENTS: 'players,metadata', WEBHOOKS_ALLOW_PRIVATE: 'true' },
  };
  const start = () => startProcess(environment, database.directory);
  const processes = [await start(), ...(engine.name === 'sqlite' ? [] : [await start()])];
  const receiver = startReceiver();
  const arrived: { readonly id: string; readonly eventId: number; readonly player: number }[] = [];
  receiver.answer = ({ id, body }) => {
    if (random(5) === 0) return new Response('not now', { status: 500 });
    arrived.push({ id, eventId: Number(body.data.eventId), player: body.data.sequentialId });
    return new Response('');
  };
  try {
    const types = ['player.registered', 'metadata.changed'];
    const body = JSON.stringify({ url: receiver.url, types, ordered: true });
    const made = await first(processes).call('POST', path, { token, body, headers: json });
    const { webhookId, secret } = made.body.data;
    receiver.secrets = [secret];
    const writing = write(processes, random);
    for (let kill = 0; kill < kills; kill += 1) {
      await Bun.sleep(300 + random(700));
      const at = random(processes.length);
      processes[at]?.signal('SIGKILL');
      await processes[at]?.exited;
      processes[at] = await start();
    }
    await writing.stop();
    await settle(first(processes), webhookId);
    await compare(first(processes), arrived, webhookId, { least: writing.acknowledged() });
  } finally {
    for (const each of processes) each.signal('SIGKILL');
    await Promise.all(processes.map(({ exited }) => exited));
    await receiver.stop();
    await database.remove();
  }
}

const first = ([process]: readonly ServiceProcess[]): ServiceProcess => process as ServiceProcess;

/** Changes metadata through any process until it is stopped. A killed process answers nothing. */
function write(processes: readonly ServiceProcess[], random: Random) {
  let isOver = false;
  let acknowledged = 0;
  const writers = players.map(async (playerId) => {
    for (let n = 0; !isOver; n += 1) {
      const process = processes[random(processes.length)];
      const body = JSON.stringify({ data: { n } });
      const answer = await process
        ?.as(playerId, 'POST', '/api/game/metadata', { body })
        .catch(() => undefined);
      if (answer?.status === 200) acknowledged += 1;
      await Bun.sleep(20 + random(30));
    }
  });
  return {
    acknowledged: () => acknowledged,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(writers);
    },
  };
}

/** Waits until the endpoint has all. Events that failed are sent again at once, and not by the schedule, which takes days. */
async function settle(process: ServiceProcess, webhookId: string): Promise<void> {
  const end = performance.now() + 100_000;
  const newest = (await process.call('GET', '/api/server/events?after=now', { token })).body.data.lastEventId;
  for (;;) {
    const { body } = await process.call('GET', `${path}/${webhookId}`, { token });
    const { lastEventId, pendingEvents, failedEvents, state } = body.data;
    if (Number(lastEventId) >= Number(newest) && pendingEvents + failedEvents === 0) return;
    if (performance.now() > end)
      throw new Error(`the endpoint is ${state} at ${lastEventId} of ${newest}, with ${pendingEvents}`);
    const again = JSON.stringify({ failedSince: '2020-01-01T00:00:00Z' });
    await process.call('POST', `${path}/${webhookId}/redeliver`, { token, body: again, headers: json });
    await Bun.sleep(250);
  }
}

/** Compares the arrivals with the feed. */
async function compare(
  process: ServiceProcess,
  arrived: readonly { readonly id: string; readonly eventId: number; readonly player: number }[],
  webhookId: string,
  { least }: { readonly least: number },
): Promise<void> {
  const told: { readonly eventId: number; readonly player: number }[] = [];
  for (let after = ''; ; ) {
    const target = `/api/server/events?limit=1000${after === '' ? '' : `&after=${after}`}`;
    const { events, lastEventId } = (await process.call('GET', target, { token })).body.data;
    for (const { eventId, sequentialId } of events)
      told.push({ eventId: Number(eventId), player: sequentialId });
    if (events.length < 1_000) break;
    after = lastEventId;
  }
  expect(told.length).toBeGreaterThanOrEqual(least);
  const ids = [...new Set(arrived.map(({ eventId }) => eventId))].sort((a, b) => a - b);
  expect(ids).toEqual(told.map(({ eventId }) => eventId));
  expect(arrived.filter(({ id, eventId }) => id !== `${webhookId}_${eventId}`)).toEqual([]);
  for (const player of new Set(told.map((each) => each.player))) {
    const own = arrived.filter((each) => each.player === player).map(({ eventId }) => eventId);
    const inOrder = [...new Set(own)];
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
  }
}
