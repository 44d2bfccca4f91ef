// Requests of a save whose answers were lost: a later run settles each by its key, or by the record where the service has forgotten
// the key. Nothing is repeated, and nothing is dropped silently.
import { describe, expect, test } from 'bun:test';
import { platformEnvironment } from '../../client/src/environment.ts';
import { asyncStorage, type ClientOptions, memoryStorage, PlaykeepError } from '../../client/src/index.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { createDevice, failureOf, settle, until } from './devices.ts';
import { describeOnEngines } from './suite.ts';

const dayMilliseconds = 86_400_000;

type Network = 'well' | 'answersAreLost' | 'requestsAreLost';

/** A device whose answers or requests are lost while the test says so, with its last write as it was sent. */
function lossy(url: string, name: string, options: Partial<ClientOptions> = {}) {
  const state = { network: 'well' as Network };
  const writes: { readonly input: string; readonly init: RequestInit }[] = [];
  const device = createDevice(url, name, {
    ...options,
    fetch: (async (input: string, init: RequestInit) => {
      if (init.method !== 'GET') writes.push({ input, init });
      if (state.network === 'requestsAreLost') throw new TypeError('lost');
      const response = await fetch(input, init);
      if (state.network === 'answersAreLost' && init.method !== 'GET') throw new TypeError('lost');
      return response;
    }) as typeof fetch,
  });
  return { device, state, writes };
}

describeOnEngines(({ service, player, device, stored }) => {
  /** A save with an addition on its way, whose device was turned off. */
  async function leave(network: Network) {
    const name = player();
    const storage = memoryStorage();
    const first = lossy(service().url, name, { storage });
    const save = await first.device.openSave({ initial: { gold: 0 } });
    await save.flush();
    first.state.network = network;
    await save.increment('/gold', 10);
    await until(() => first.writes.length > 1 && save.status === 'waiting');
    expect((await save.pending()).map(({ state }) => state)).toEqual(['sent']);
    await save.close();
    return { name, storage, sent: first.writes.at(-1) };
  }

  test('a request whose answer was lost is settled by its key after a restart', async () => {
    const { name, storage } = await leave('answersAreLost');
    const { device, writes } = lossy(service().url, name, { storage });
    const save = await device.openSave();
    expect(save.data as unknown).toEqual({ gold: 10 });
    await save.increment('/gold', 1);
    await settle(save);
    expect(await stored(name)).toBe('{"gold":11}');
    const conditions = writes.map(({ init }) => new Headers(init.headers).get('if-match'));
    expect(conditions[0]).toBe('"probe"');
    await save.close();
  });

  test('a request that never arrived goes again, and a late copy of it has no effect', async () => {
    const { name, storage, sent } = await leave('requestsAreLost');
    const { device } = lossy(service().url, name, { storage });
    const save = await device.openSave();
    await settle(save);
    expect(await stored(name)).toBe('{"gold":10}');
    const late = await fetch(sent?.input ?? '', { ...sent?.init, signal: null });
    expect([late.status, ((await late.json()) as { error: { message: string } }).error.message]).toEqual([
      422,
      'Idempotency key reused',
    ]);
    expect(await stored(name)).toBe('{"gold":10}');
    await save.close();
  });

  test('after a day the record tells that a change is in it', async () => {
    const { name, storage } = await leave('answersAreLost');
    service().clock.advance(2 * dayMilliseconds);
    await createDevice(service().url, name).metadata.merge({ other: 1 });
    const save = await createDevice(service().url, name, { storage }).openSave();
    await settle(save);
    expect(await stored(name)).toBe('{"gold":10,"other":1}');
    expect(save.data as unknown).toEqual({ gold: 10, other: 1 });
    await save.close();
  });

  test('after a day the record tells that a change is not in it', async () => {
    const { name, storage } = await leave('requestsAreLost');
    service().clock.advance(2 * dayMilliseconds);
    await createDevice(service().url, name).metadata.merge({ other: 1 });
    const save = await createDevice(service().url, name, { storage }).openSave();
    await settle(save);
    expect(await stored(name)).toBe('{"gold":10,"other":1}');
    await save.close();
  });

  test('an addition of which the record tells nothing is set aside where the game sees it', async () => {
    const { name, storage } = await leave('answersAreLost');
    service().clock.advance(2 * dayMilliseconds);
    await createDevice(service().url, name).metadata.patch([{ op: 'increment', path: '/gold', by: 5 }]);
    const save = await createDevice(service().url, name, { storage }).openSave();
    const failure = await failureOf(settle(save));
    expect([failure.code, failure.message]).toEqual(['refused', 'The answer was lost']);
    expect(await stored(name)).toBe('{"gold":15}');
    // The record is read after the change was set aside.
    await until(() => (save.data as { gold?: number }).gold === 15);
    const [aside] = await save.pending();
    expect([aside?.state, save.data as unknown]).toEqual(['refused', { gold: 15 }]);
    expect(await save.discard(aside?.id ?? '')).toBe(true);
    await save.flush();
    await save.close();
  });

  test('a suspended player’s changes wait, and go when the game says so', async () => {
    const name = player();
    const save = await device(name).openSave({ initial: { gold: 1 } });
    await save.flush();
    const { sequentialId } = await device(name).metadata.get();
    const key = { token: (await createTestKey(service())).token };
    const path = `/api/server/players/${sequentialId}/suspend`;
    expect((await service().call('POST', path, key)).status).toBe(200);
    await save.merge({ gold: 2 });
    const failure = await failureOf(save.flush());
    expect([failure.status, failure.detail, save.status]).toEqual([403, 'suspended forever', 'blocked']);
    expect((await save.pending()).map(({ state }) => state)).toEqual(['sent']);
    expect((await service().call('DELETE', path, key)).status).toBe(200);
    save.retry();
    await until(() => save.status === 'saved');
    expect(await stored(name)).toBe('{"gold":2}');
    await save.close();
  });
});

test.each([
  [undefined, 3],
  ['60', 1],
] as const)(
  'changes and flushes do not end a pause that the service demands (Retry-After: %p)',
  async (seconds, least) => {
    const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': seconds };
    let requests = 0;
    const device = createDevice('http://127.0.0.1:9', 'ann', {
      // Pauses take their whole time.
      environment: { sleep: platformEnvironment.sleep, random: () => 0.999 },
      fetch: (async () => {
        requests += 1;
        return Response.json(
          { statusCode: 503, error: { message: 'Service unavailable' } },
          { status: 503, headers },
        );
      }) as unknown as typeof fetch,
    });
    const save = await device.openSave({ initial: {} });
    requests = 0;
    await until(() => save.status === 'waiting');
    for (let level = 0; level < 20; level += 1) await save.merge({ level });
    expect(requests).toBe(1);
    const flushed = save.flush().catch(() => undefined);
    await until(() => requests >= least);
    await Bun.sleep(50);
    expect(requests).toBeLessThanOrEqual(least === 1 ? 1 : 4);
    await save.close();
    await flushed;
  },
  20_000,
);

describe('a device without a network', () => {
  const offline = (options: Partial<ClientOptions> = {}) => {
    const device = createDevice('http://127.0.0.1:9', 'ann', options);
    device.isOnline = false;
    return device;
  };

  test('makes a thousand saves fewer, and keeps the last of each', async () => {
    const save = await offline().openSave({ initial: { level: 0 } });
    for (let level = 1; level <= 1_000; level += 1) {
      await save.merge({ level, [`at${level % 5}`]: level });
      // A pause ends, the service is not there, and what waits is made fewer.
      if (level % 40 === 0) await until(async () => (await save.pending()).length < 70);
    }
    expect(save.data as unknown).toEqual({
      level: 1_000,
      at0: 1_000,
      at1: 996,
      at2: 997,
      at3: 998,
      at4: 999,
    });
    await save.close();
  }, 60_000);

  test('makes large saves fewer before they fill the device', async () => {
    const save = await offline().openSave<{ level: number; large: string }>({
      initial: { level: 0, large: 'x'.repeat(500_000) },
    });
    for (let level = 1; level <= 40; level += 1) {
      await save.set({ ...save.data, level });
      if (level % 8 === 0) await until(async () => (await save.pending()).length < 4);
    }
    expect(save.data.level).toBe(40);
    await save.close();
  }, 30_000);

  test('refuses the change past the bound, and keeps those before it', async () => {
    const save = await offline().openSave();
    await Promise.all(Array.from({ length: 499 }, (_, count) => save.append('/log', count)));
    void save.append('/log', 499);
    const failure = await failureOf(save.append('/log', 500));
    expect([failure.code, failure.detail]).toEqual([
      'too-large',
      'at most 500 changes and 8 MB wait on a device',
    ]);
    expect((save.data as unknown as { log: number[] }).log).toHaveLength(500);
    const [first, second] = await save.pending();
    expect([await save.discard(second?.id ?? ''), await save.discard('absent')]).toEqual([true, false]);
    expect((save.data as unknown as { log: number[] }).log.slice(0, 3)).toEqual([0, 2, 3]);
    expect((await save.pending())[0]).toEqual(first as never);
    await save.append('/log', 501);
    await save.close();
  });

  test('refuses eight megabytes of changes', async () => {
    const save = await offline().openSave();
    for (let count = 0; count < 8; count += 1) await save.merge({ [`m${count}`]: 'x'.repeat(1_000_000) });
    expect((await failureOf(save.merge({ more: 'x'.repeat(1_000_000) }))).code).toBe('too-large');
    await save.close();
  });

  test('says that a change is not durable where the device keeps nothing', async () => {
    const full = () => Promise.reject(new Error('QuotaExceededError'));
    const storage = asyncStorage({ getItem: async () => null, setItem: full, removeItem: full });
    const save = await offline({ storage }).openSave();
    const statuses: unknown[] = [];
    save.on('status', ({ durable, error }) => statuses.push([durable, error?.code]));
    expect((await save.merge({ level: 1 })).durable).toBe(false);
    expect([save.durable, save.data as unknown]).toEqual([false, { level: 1 }]);
    expect(statuses).toContainEqual([false, 'storage']);
    const broken = asyncStorage({ getItem: full, setItem: full, removeItem: full });
    const other = await offline({ storage: broken }).openSave();
    expect((await other.merge({ level: 2 })).durable).toBe(false);
    expect(other.durable).toBe(false);
    await Promise.all([save.close(), other.close()]);
  });

  test('needs to know whose save it is', async () => {
    const failure = await failureOf(
      createDevice('http://127.0.0.1:9', '', { token: () => 'opaque' }).openSave(),
    );
    expect(failure).toBeInstanceOf(PlaykeepError);
    expect(failure.code).toBe('unauthorized');
  });
});
