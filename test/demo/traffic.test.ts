// The live traffic of the demo on a running service: players save, leave and arrive, and a suspended player is gone.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { minute } from '../../src/demo/calendar.ts';
import { type Demo, prepareDemo, startDemo } from '../../src/demo/demo.ts';
import { createLog } from '../../src/lib/log.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { callOf, type Service } from '../harness/service.ts';

interface Session {
  readonly sequentialId: number;
  readonly startTime: string;
  readonly lastActivity: string;
}

interface Delivery {
  readonly eventId: string;
  readonly attempt: number;
}

describe('the live traffic of the demo', () => {
  const start = Date.parse('2026-03-18T19:30:00.000Z');
  let clock: ManualClock;
  let demo: Demo;
  let call: Service['call'];
  beforeAll(async () => {
    clock = manualClock(start);
    const runtime = { clock, log: createLog({ level: 'silent', production: true }) };
    demo = await clock.passUntil(startDemo(prepareDemo({ PORT: '0' }), runtime, 600));
    call = callOf(() => demo.url);
  }, 120_000);
  afterAll(() => clock.passUntil(demo.stop()));

  const server = (method: string, path: string, body?: string) =>
    call(method, `/api/server/${path}`, {
      token: demo.keyText,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    });
  const online = async (): Promise<readonly Session[]> =>
    (await server('GET', 'sessions?limit=100')).body.data.sessions;
  /** Lets time pass until a condition holds. */
  async function passUntil(condition: () => Promise<boolean>): Promise<void> {
    while (!(await clock.passUntil(condition()))) await clock.pass(1_000);
  }

  test('players are active, leave and arrive', async () => {
    const before = await online();
    expect(before.length).toBeWithin(30, 61);
    await passUntil(async () => {
      const now = await online();
      const isActive = now.filter(({ lastActivity }) => Date.parse(lastActivity) > start).length > 20;
      const hasArrived = now.some(({ startTime }) => Date.parse(startTime) > start);
      const still = new Set(now.map(({ sequentialId }) => sequentialId));
      const hasLeft = before.some(({ sequentialId }) => !still.has(sequentialId));
      return isActive && hasArrived && hasLeft;
    });
    expect((await online()).length).toBeWithin(25, 66);
  }, 120_000);

  test('saves arrive in the metadata', async () => {
    const etags = async (): Promise<ReadonlyMap<number, string>> => {
      const sequentialIds = (await online()).map(({ sequentialId }) => sequentialId);
      const { body } = await server('POST', 'players/lookup', JSON.stringify({ sequentialIds }));
      const { players }: { players: readonly { sequentialId: number; etag: string }[] } = body.data;
      return new Map(players.map(({ sequentialId, etag }) => [sequentialId, etag]));
    };
    const before = await etags();
    await passUntil(async () =>
      [...(await etags())].some(([sequentialId, etag]) => (before.get(sequentialId) ?? etag) !== etag),
    );
  }, 120_000);

  test('the backend of the game gets events, and those that it refuses come again', async () => {
    const { webhooks } = (await server('GET', 'webhooks')).body.data;
    expect(webhooks).toMatchObject([{ types: expect.arrayContaining(['session.ended']), ordered: true }]);
    const { events } = (await server('GET', 'events?limit=1000&types=player.registered')).body.data;
    expect(events.length).toBeLessThan(100);
    await passUntil(async () => {
      const { deliveries } = (await server('GET', `webhooks/${webhooks[0].webhookId}/deliveries`)).body.data;
      const again = deliveries.find(({ attempt }: Delivery) => attempt > 1);
      const before = ({ eventId, attempt }: Delivery) => eventId === again?.eventId && attempt === 1;
      return again?.status === 204 && deliveries.find(before)?.status === 503;
    });
  }, 120_000);

  test('a suspended player leaves, and the others play on', async () => {
    const [{ sequentialId }] = (await online()) as [Session];
    const suspended = await server('POST', `players/${sequentialId}/suspend`, '{"reason":"a test"}');
    expect(suspended.status).toBe(200);
    const since = clock.now() + 2 * minute;
    await passUntil(async () =>
      (await online()).some(({ lastActivity }) => Date.parse(lastActivity) > since),
    );
    expect((await online()).map((session) => session.sequentialId)).not.toContain(sequentialId);
  }, 120_000);
});

test('each demo has a directory of its own, and removes no other', () => {
  const first = prepareDemo({ PORT: '0' });
  const second = prepareDemo({ PORT: '0' });
  expect(first.config.dataDirectory).not.toBe(second.config.dataDirectory);
  first.remove();
  expect(existsSync(first.config.dataDirectory)).toBe(false);
  expect(existsSync(second.config.dataDirectory)).toBe(true);
  second.remove();
});

test('a demo takes a port that is free when its store is filled', async () => {
  const place = prepareDemo({});
  const port = place.findPort();
  // Another program comes while the store is being filled.
  using _ = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() });
  const clock = manualClock();
  const runtime = { clock, log: createLog({ level: 'silent', production: true }) };
  const demo = await clock.passUntil(startDemo(place, runtime, 100));
  expect(Number(new URL(demo.url).port)).toBeGreaterThan(port);
  await clock.passUntil(demo.stop());
}, 120_000);
