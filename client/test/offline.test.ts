// A save without a network, or without room on the device: it waits as the service demands, and what waits is bounded by the document
// alone.
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
    let isOpening = true;
    const device = createDevice('http://127.0.0.1:9', 'ann', {
      environment: {
        random: () => 0.999,
        // Time ends no pause.
        sleep(milliseconds, signal) {
          if (isOpening) return Promise.resolve();
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
    isOpening = false;
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

  test('keeps a thousand changes as one difference, which the size of the document bounds', async () => {
    const save = await offline().openSave<Record<string, number>>({ initial: { level: 0 } });
    for (let level = 1; level <= 1_000; level += 1) {
      await save.merge({ level, [`at${level % 5}`]: level });
      await save.increment('/steps', 1, { max: 1_000_000 });
    }
    expect(save.data).toEqual({
      level: 1_000,
      at0: 1_000,
      at1: 996,
      at2: 997,
      at3: 998,
      at4: 999,
      steps: 1_000,
    });
    expect([save.status, (save.pending()?.bytes ?? 0) < 500]).toEqual(['waiting', true]);
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
    await until(() => statuses.some((told) => Bun.deepEquals(told, [false, 'storage'])));
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
