// A save without a network, or without room on the device: it waits as the service demands, makes its changes fewer, and refuses
// those past its bounds.
import { describe, expect, test } from 'bun:test';
import { forEver, platformEnvironment } from '../src/environment.ts';
import { asyncStorage, type ClientOptions, PlaykeepError } from '../src/index.ts';
import { createDevice, failureOf, until } from './devices.ts';

test.each([
  [undefined, 2],
  ['60', 1],
] as const)(
  'changes end no pause, and a flush none that the service demands (Retry-After: %p)',
  async (seconds, attempts) => {
    const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': seconds };
    let requests = 0;
    const pauses: number[] = [];
    const device = createDevice('http://127.0.0.1:9', 'ann', {
      environment: {
        random: () => 0.999,
        // Time ends no pause.
        sleep(milliseconds, signal) {
          pauses.push(milliseconds);
          return platformEnvironment.sleep(forEver, signal);
        },
      },
      fetch: (async () => {
        requests += 1;
        return Response.json(
          { statusCode: 503, error: { message: 'Service unavailable' } },
          { status: 503, headers },
        );
      }) as unknown as typeof fetch,
    });
    const save = await device.openSave({ initial: {} });
    [requests, pauses.length] = [0, 0];
    await until(() => pauses.length > 0);
    expect(save.status).toBe('waiting');
    for (let level = 0; level < 20; level += 1) await save.merge({ level });
    expect([requests, pauses.length]).toEqual([1, 1]);
    const flushed = save.flush().catch(() => undefined);
    await until(() => pauses.length >= attempts);
    // Whatever a change or the flush began has left by then.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect([requests, pauses.length]).toEqual([attempts, attempts]);
    await save.close();
    await flushed;
  },
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

  test('refuses the change past the bound, and keeps those before it', async () => {
    const save = await offline().openSave<{ gold?: number }>();
    // Additions with bounds stay apart.
    const add = (by: number) => save.increment('/gold', by, { max: 1_000_000 });
    await Promise.all(Array.from({ length: 499 }, (_, count) => add(count)));
    void add(499);
    const failure = await failureOf(add(500));
    expect([failure.code, failure.detail]).toEqual([
      'too-large',
      'at most 500 changes and 8 MB wait on a device',
    ]);
    const sum = (499 * 500) / 2;
    expect(save.data.gold).toBe(sum);
    const [first, second, third] = await save.pending();
    expect([await save.discard(third?.id ?? ''), await save.discard('absent')]).toEqual([true, false]);
    expect(save.data.gold).toBe(sum - 2);
    expect((await save.pending()).slice(0, 2)).toEqual([first, second] as never);
    await add(501);
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
