// Waits of a live save that fail or end early: no service is asked without a pause, the pauses of waits and those of the player's
// own changes do not lengthen each other, and a change never waits for the next wait.
import { expect, test } from 'bun:test';
import { paths } from '../../test/harness/api.ts';
import { set } from '../../test/harness/writes.ts';
import { platformEnvironment } from '../src/environment.ts';
import type { JsonObject } from '../src/record.ts';
import { settle, until } from './devices.ts';
import { startSuite } from './suite.ts';
import { type AnswerWait, answeringWaits, notModified, recordAt } from './waits.ts';

const { service, player, device, stored } = startSuite();

interface Pause {
  readonly milliseconds: number;
  end(): void;
}

/** Pauses that end when the test or the save says so, each as long as chance may make it. Answers take no time. */
function heldPauses() {
  const pauses: Pause[] = [];
  const environment = {
    random: () => 0.999,
    now: () => 0,
    sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
      const end = new AbortController();
      signal?.addEventListener('abort', () => end.abort());
      const entry = { milliseconds, end: () => end.abort() };
      const isPatience = milliseconds === 1_000 && pauses.length === 0;
      if (!isPatience) pauses.push(entry);
      return platformEnvironment.sleep(milliseconds, end.signal);
    },
  };
  return { pauses, environment };
}

const faulty = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ statusCode: status, error: { message } }, { status, headers });

async function openLive(name: string, answer: AnswerWait, network: typeof fetch = answeringWaits(answer)) {
  const { pauses, environment } = heldPauses();
  const save = await device(name, { fetch: network, environment }).openSave<JsonObject>({
    initial: { gold: 1 },
    live: true,
  });
  await settle(save);
  /** Ends the pauses as they come, until there were so many. */
  const pass = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      await until(() => pauses.length > index);
      pauses[index]?.end();
    }
    await until(() => pauses.length > count);
  };
  return { save, pauses, pass };
}

test('a change goes at once in the pause after a wait that failed', async () => {
  const name = player();
  const cut = () => Promise.reject(new TypeError('the proxy ended it'));
  const { save, pauses, pass } = await openLive(name, cut);
  await pass(8);
  expect(pauses.at(-1)?.milliseconds).toBeGreaterThan(50_000);
  expect(save.status).toBe('saved');
  await save.merge({ gold: 2 });
  await until(() => save.status === 'saved');
  expect(await stored(name)).toBe('{"gold":2}');
  await save.close();
});

test('the pause after a write that failed is not longer for waits that failed, nor that of waits for writes', async () => {
  const name = player();
  const writes = { left: 0 };
  const isWait = (init: RequestInit) => new Headers(init.headers).get('prefer')?.startsWith('wait') === true;
  const network = ((input: string, init: RequestInit) => {
    if (isWait(init)) return Promise.reject(new TypeError('the proxy ended it'));
    writes.left -= init.method === 'PATCH' ? 1 : 0;
    return init.method === 'PATCH' && writes.left >= 0
      ? faulty(503, 'Service unavailable')
      : fetch(input, init);
  }) as typeof fetch;
  const { save, pauses, pass } = await openLive(name, notModified, network);
  await pass(4);
  expect(pauses.map(({ milliseconds }) => Math.round(milliseconds / 1_000))).toEqual([1, 2, 4, 8, 16]);
  writes.left = 3;
  await save.merge({ gold: 2 });
  await pass(8);
  const after = pauses.slice(5).map(({ milliseconds }) => Math.round(milliseconds / 1_000));
  // Three of the write, and the next one of waits.
  expect(after).toEqual([1, 2, 4, 32]);
  expect([save.status, await stored(name)]).toEqual(['saved', '{"gold":2}']);
  await save.close();
});

test('a wait that is refused for too many requests holds a change back for as long as the service says', async () => {
  const name = player();
  const { save, pauses } = await openLive(name, () =>
    faulty(429, 'Too many requests', { 'retry-after': '7' }),
  );
  await until(() => pauses.length > 0);
  expect(pauses.map(({ milliseconds }) => milliseconds)).toEqual([7_000]);
  expect(save.status).toBe('saved');
  await save.merge({ gold: 2 });
  await save.merge({ gold: 3 });
  expect([save.status, save.error?.status]).toEqual(['waiting', 429]);
  expect(await stored(name)).toBe('{"gold":1}');
  pauses[0]?.end();
  await until(() => save.status === 'saved');
  expect(await stored(name)).toBe('{"gold":3}');
  await save.close();
});

test('an answer about another player is asked for with pauses that grow', async () => {
  const other = { statusCode: 200, data: { playerId: 'somebody', sequentialId: 99, metadata: {} } };
  const answer = () => Response.json(other, { headers: { etag: '"99-1"' } });
  const { save, pauses, pass } = await openLive(player(), answer);
  await pass(7);
  // Before each wait but the first stands the pause between two.
  const growing = pauses.map(({ milliseconds }) => milliseconds).filter((pause) => pause > 500);
  expect(growing.map((pause) => Math.round(pause / 1_000))).toEqual([1, 2, 4, 8]);
  expect([save.status, save.data as unknown]).toEqual(['saved', { gold: 1 }]);
  await save.close();
});

test('an end that came early is forgotten after a change that came', async () => {
  const name = player();
  let waits = 0;
  const answer = async (headers: Headers): Promise<Response> => {
    waits += 1;
    if (waits % 2 === 1) return notModified(headers);
    await service().as(name, 'POST', paths.metadata, set(`{"gold":${waits}}`));
    return recordAt(service().url, headers);
  };
  const { save, pauses, pass } = await openLive(name, answer);
  await pass(7);
  const early = pauses.map(({ milliseconds }) => milliseconds).filter((pause) => pause > 500);
  // One end alone, each time.
  expect(new Set(early)).toEqual(new Set([0.999 * 25_000]));
  expect(save.data as unknown).toEqual({ gold: waits - (waits % 2) });
  await save.close();
});

test('a cache that answers with the record that the device has is asked with pauses that grow', async () => {
  let waits = 0;
  const answer = (headers: Headers): Promise<Response> => {
    waits += 1;
    return recordAt(service().url, headers);
  };
  const { save, pauses, pass } = await openLive(player(), answer);
  await pass(4);
  expect(waits).toBe(5);
  // After one end alone the time of a wait, and then as after seven failures.
  expect(pauses.map(({ milliseconds }) => Math.round(milliseconds / 1_000))).toEqual([25, 32, 60, 60, 60]);
  expect([save.status, save.data as unknown]).toEqual(['saved', { gold: 1 }]);
  await save.close();
});

test('a cache that has two records in turn is asked with pauses', async () => {
  let waits = 0;
  const answer = (headers: Headers): Promise<Response> => {
    waits += 1;
    return recordAt(service().url, headers, `"cache-${waits % 2}"`);
  };
  const { save, pauses, pass } = await openLive(player(), answer);
  await pass(5);
  expect(waits).toBe(6);
  expect(new Set(pauses.map(({ milliseconds }) => milliseconds))).toEqual(new Set([500]));
  await save.close();
});
