// The batcher alone: the calls of a batch, their order, and the calls that a failure affects.
import { describe, expect, test } from 'bun:test';
import { StoreBusy, StoreUnavailable } from '../../../src/store/ports/errors.ts';
import { createBatcher } from '../../../src/store/shared/batcher.ts';
import { newAdmission } from '../../harness/store.ts';

const monitor = newAdmission().monitor('test');
const bounds = { maxCalls: 100, maxQueuedCalls: 1000, monitor };

describe('the batcher', () => {
  test('sends what arrives in one turn together, and a lone call at once', async () => {
    const batches: number[][] = [];
    const batcher = createBatcher<number, number>({
      ...bounds,
      run: (calls) => {
        batches.push([...calls]);
        return calls.map((value) => ({ value: value * 2 }));
      },
    });
    expect(await batcher.add(1)).toBe(2);
    expect(await Promise.all([2, 3, 4].map((n) => batcher.add(n)))).toEqual([4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
  });

  test('queues while a batch is under way, and sends the queue when it returns', async () => {
    const batches: number[][] = [];
    const first = Promise.withResolvers<void>();
    const batcher = createBatcher<number, number>({
      ...bounds,
      run: async (calls) => {
        batches.push([...calls]);
        if (batches.length === 1) await first.promise;
        return calls.map((value) => ({ value }));
      },
    });
    const one = batcher.add(1);
    await Bun.sleep(1);
    const rest = [2, 3].map((n) => batcher.add(n));
    await Bun.sleep(1);
    expect(batches).toEqual([[1]]);
    first.resolve();
    await Promise.all([one, ...rest]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  test('never sends more than the bound in one batch, and keeps the order', async () => {
    const batches: number[][] = [];
    const batcher = createBatcher<number, number>({
      monitor,
      maxCalls: 2,
      maxQueuedCalls: 10,
      run: (calls) => {
        batches.push([...calls]);
        return calls.map((value) => ({ value }));
      },
    });
    await Promise.all([1, 2, 3, 4, 5].map((n) => batcher.add(n)));
    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  test('refuses a call whose bytes the queue has no room for, and takes it once the queue has left', async () => {
    const batcher = createBatcher<string, string>({
      ...bounds,
      maxQueuedBytes: 10,
      sizeOf: (call) => call.length,
      run: (calls) => calls.map((value) => ({ value })),
    });
    const six = batcher.add('123456');
    await expect(batcher.add('12345')).rejects.toBeInstanceOf(StoreBusy);
    expect(await Promise.all([six, batcher.add('1234')])).toEqual(['123456', '1234']);
    expect(await batcher.add('1234567890')).toBe('1234567890');
  });

  test('fails the calls behind a batch that found the database gone, and goes on afterwards', async () => {
    const first = Promise.withResolvers<void>();
    let batches = 0;
    const batcher = createBatcher<number, number>({
      ...bounds,
      run: async (calls) => {
        batches += 1;
        if (batches === 1) await first.promise;
        return calls.map((value) => ({ value }));
      },
    });
    const one = batcher.add(1);
    await Bun.sleep(1);
    const two = batcher.add(2);
    first.reject(new StoreUnavailable('gone'));
    const outcomes = await Promise.allSettled([one, two]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect([batches, await batcher.add(3)]).toEqual([1, 3]);
  });

  test('does not report a busy refusal to other calls as an outage', async () => {
    const first = Promise.withResolvers<void>();
    const batcher = createBatcher<number, number>({
      ...bounds,
      run: async (calls) => {
        if (calls[0] === 1) await first.promise;
        return calls.map((value) => ({ value }));
      },
    });
    const one = batcher.add(1);
    await Bun.sleep(1);
    const two = batcher.add(2);
    first.reject(new StoreBusy('batchQueue'));
    await expect(one).rejects.toBeInstanceOf(StoreBusy);
    expect(await two).toBe(2);
  });

  test('sends a further batch beside one under way once it is half as large, up to maxInFlight', async () => {
    const batches: number[][] = [];
    const gates: PromiseWithResolvers<void>[] = [];
    const batcher = createBatcher<number, number>({
      ...bounds,
      maxInFlight: 2,
      run: async (calls) => {
        batches.push([...calls]);
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
        return calls.map((value) => ({ value }));
      },
    });
    const add = async (...values: number[]) => {
      const added = values.map((value) => batcher.add(value));
      await Bun.sleep(1);
      return added;
    };
    const answers = [...(await add(1, 2, 3, 4)), ...(await add(5))];
    expect(batches).toEqual([[1, 2, 3, 4]]);
    answers.push(...(await add(6)));
    expect(batches).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
    answers.push(...(await add(7, 8, 9, 10)));
    expect(batches).toHaveLength(2);
    for (const gate of gates) gate.resolve();
    await Bun.sleep(1);
    expect(batches[2]).toEqual([7, 8, 9, 10]);
    gates[2]?.resolve();
    expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('with a delay sends a batch beside one under way only when that one is late, or the new one is full', async () => {
    const batches: number[] = [];
    const gates: PromiseWithResolvers<void>[] = [];
    const batcher = createBatcher<number, number>({
      ...bounds,
      maxCalls: 4,
      maxInFlight: 3,
      delayMilliseconds: 500,
      run: async (calls) => {
        batches.push(calls.length);
        const gate = Promise.withResolvers<void>();
        gates.push(gate);
        await gate.promise;
        return calls.map((value) => ({ value }));
      },
    });
    const add = async (count: number) => {
      const added = Array.from({ length: count }, (_, n) => batcher.add(n));
      await Bun.sleep(1);
      return added;
    };
    const answers = [...(await add(1)), ...(await add(3))];
    expect(batches).toEqual([1]);
    answers.push(...(await add(1)));
    expect(batches).toEqual([1, 4]);
    answers.push(...(await add(3)));
    expect(batches).toEqual([1, 4]);
    while (batches.length < 3) await Bun.sleep(10);
    expect(batches).toEqual([1, 4, 3]);
    for (const gate of gates) gate.resolve();
    // A batch that returns in time delays nothing.
    answers.push(...(await add(1)));
    expect(batches).toEqual([1, 4, 3, 1]);
    for (const gate of gates) gate.resolve();
    await Promise.all(answers);
    await batcher.drain();
  });

  test('refuses a call when the queue is full, and takes calls again afterwards', async () => {
    const batcher = createBatcher<number, number>({
      monitor,
      maxCalls: 2,
      maxQueuedCalls: 3,
      run: (calls) => calls.map((value) => ({ value })),
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => batcher.add(n)));
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect((results[3] as PromiseRejectedResult).reason).toBeInstanceOf(StoreBusy);
    expect(await batcher.add(5)).toBe(5);
  });

  test('gives each call its own outcome, and a thrown error to all of its batch but no later one', async () => {
    let fail = false;
    const batcher = createBatcher<string, string>({
      ...bounds,
      run: (calls) => {
        if (fail) throw new Error('the whole batch');
        return calls.map((value) => (value === 'bad' ? { error: new Error('this one') } : { value }));
      },
    });
    const mixed = await Promise.allSettled(['a', 'bad', 'b'].map((call) => batcher.add(call)));
    expect(mixed.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    fail = true;
    const failed = await Promise.allSettled(['a', 'b'].map((call) => batcher.add(call)));
    expect(failed.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    fail = false;
    expect(await batcher.add('c')).toBe('c');
  });

  test('rejects, and does not hang, when too few outcomes come back', async () => {
    const batcher = createBatcher<number, number>({ ...bounds, run: () => [] });
    await expect(batcher.add(1)).rejects.toThrow('too few outcomes');
  });

  test('drains at once when idle, else after the last call', async () => {
    const order: string[] = [];
    const batcher = createBatcher<string, string>({
      ...bounds,
      run: async (calls) => {
        await Bun.sleep(2);
        return calls.map((value) => ({ value }));
      },
    });
    await batcher.drain();
    const call = batcher.add('call').then((value) => order.push(value));
    await batcher.drain();
    order.push('drained');
    await call;
    expect(order).toEqual(['call', 'drained']);
  });
});
