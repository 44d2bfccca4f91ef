// The batcher alone: the calls of a batch, their order, and the calls that a failure affects.
import { expect, test } from 'bun:test';
import { StoreBusy, StoreUnavailable } from '../../../src/store/ports/errors.ts';
import { type BatcherOptions, createBatcher } from '../../../src/store/shared/batcher.ts';
import { newAdmission } from '../../harness/store.ts';
import { until } from '../../harness/until.ts';

const monitor = newAdmission().monitor('test');
const valuesOf = <T>(calls: readonly T[]) => calls.map((value) => ({ value }));
/** Lets the batcher send what it has. */
const turn = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise(setImmediate);
};

/** A batcher of numbers that notes its batches, each of which ends when the test opens its gate. */
function gated(options: Partial<BatcherOptions<number, number>> = {}) {
  const batches: number[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const batcher = createBatcher<number, number>({
    maxCalls: 100,
    maxQueuedCalls: 1000,
    monitor,
    async run(calls) {
      batches.push([...calls]);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return valuesOf(calls);
    },
    ...options,
  });
  const answers: Promise<number>[] = [];
  return {
    batches,
    gates,
    batcher,
    answers,
    /** Adds calls in one turn. */
    async add(...values: number[]): Promise<void> {
      answers.push(...values.map((value) => batcher.add(value)));
      await turn();
    },
  };
}

/** A batcher that notes its batches and answers at once. */
function open<T = number>(options: Partial<BatcherOptions<T, T>> = {}) {
  const batches: T[][] = [];
  const batcher = createBatcher<T, T>({
    maxCalls: 100,
    maxQueuedCalls: 1000,
    monitor,
    run(calls) {
      batches.push([...calls]);
      return valuesOf(calls);
    },
    ...options,
  });
  const addAll = (...calls: T[]) => Promise.allSettled(calls.map((call) => batcher.add(call)));
  return { batches, batcher, addAll };
}
const statusesOf = (results: readonly PromiseSettledResult<unknown>[]) => results.map(({ status }) => status);

test('sends what arrives in one turn together, and a lone call at once', async () => {
  const { batches, batcher, addAll } = open();
  expect(await batcher.add(1)).toBe(1);
  expect(await addAll(2, 3, 4)).toEqual([2, 3, 4].map((value) => ({ status: 'fulfilled', value })));
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test('queues while a batch is under way, and sends the queue when it returns', async () => {
  const { batches, gates, add, answers } = gated();
  await add(1);
  await add(2);
  await add(3);
  expect(batches).toEqual([[1]]);
  gates[0]?.resolve();
  await turn();
  expect(batches).toEqual([[1], [2, 3]]);
  gates[1]?.resolve();
  expect(await Promise.all(answers)).toEqual([1, 2, 3]);
});

test('never sends more than the bound in one batch, and keeps the order', async () => {
  const { batches, addAll } = open({ maxCalls: 2 });
  await addAll(1, 2, 3, 4, 5);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test('refuses a call that the queue has no room for, and takes calls again once the queue has left', async () => {
  const counted = open({ maxCalls: 2, maxQueuedCalls: 3 });
  const results = await counted.addAll(1, 2, 3, 4);
  expect(results[3]).toMatchObject({ status: 'rejected', reason: expect.any(StoreBusy) });
  expect(statusesOf(results.slice(0, 3))).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(await counted.batcher.add(5)).toBe(5);

  const weighed = open<string>({ maxQueuedBytes: 10, sizeOf: (call) => call.length });
  expect(statusesOf(await weighed.addAll('123456', '12345', '1234'))).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await weighed.batcher.add('1234567890')).toBe('1234567890');
});

test('fails the calls behind a batch that found the database gone, but not behind one that was refused', async () => {
  for (const [error, rest] of [
    [new StoreUnavailable('gone'), ['rejected']],
    [new StoreBusy('batchQueue'), ['fulfilled']],
  ] as const) {
    const { batches, gates, add, answers } = gated();
    await add(1);
    await add(2);
    gates[0]?.reject(error);
    const outcomes = Promise.allSettled(answers);
    await turn();
    gates[1]?.resolve();
    expect(statusesOf(await outcomes)).toEqual(['rejected', ...rest]);
    await add(3);
    expect(batches.at(-1)).toEqual([3]);
    gates.at(-1)?.resolve();
    expect(await answers.at(-1)).toBe(3);
  }
});

test('sends a further batch beside one under way once it is half as large, up to maxInFlight', async () => {
  const { batches, gates, add, answers } = gated({ maxInFlight: 2 });
  await add(1, 2, 3, 4);
  await add(5);
  expect(batches).toEqual([[1, 2, 3, 4]]);
  await add(6);
  expect(batches.slice(1)).toEqual([[5, 6]]);
  await add(7, 8, 9, 10);
  expect(batches).toHaveLength(2);
  for (const gate of gates) gate.resolve();
  await turn();
  expect(batches[2]).toEqual([7, 8, 9, 10]);
  gates[2]?.resolve();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('with a delay sends a batch beside one under way only when that one is late, or the new one is full', async () => {
  const { batches, gates, add, answers, batcher } = gated({
    maxCalls: 4,
    maxInFlight: 3,
    delayMilliseconds: 500,
  });
  await add(1);
  await add(1, 1, 1);
  expect(batches).toHaveLength(1);
  await add(1);
  expect(batches[1]).toHaveLength(4);
  await add(1, 1, 1);
  expect(batches).toHaveLength(2);
  await until(() => batches.length === 3);
  for (const gate of gates) gate.resolve();
  // A batch that returns in time delays nothing.
  await add(1);
  expect(batches.map((batch) => batch.length)).toEqual([1, 4, 3, 1]);
  gates[3]?.resolve();
  await Promise.all(answers);
  await batcher.drain();
});

test('gives each call its own outcome, and a thrown error to all of its batch but no later one', async () => {
  let fail = false;
  const { batcher, addAll } = open<string>({
    run(calls) {
      if (fail) throw new Error('the whole batch');
      return calls.map((value) => (value === 'bad' ? { error: new Error('this one') } : { value }));
    },
  });
  expect(statusesOf(await addAll('a', 'bad', 'b'))).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  fail = true;
  expect(statusesOf(await addAll('a', 'b'))).toEqual(['rejected', 'rejected']);
  fail = false;
  expect(await batcher.add('c')).toBe('c');
});

test('rejects, and does not hang, when too few outcomes come back', async () => {
  await expect(open({ run: () => [] }).batcher.add(1)).rejects.toThrow('too few outcomes');
});

test('drains at once when idle, else after the last call', async () => {
  const { batcher, gates, add, answers } = gated();
  await batcher.drain();
  await add(1);
  let isDrained = false;
  const draining = batcher.drain().then(() => {
    isDrained = true;
  });
  await turn();
  expect(isDrained).toBe(false);
  gates[0]?.resolve();
  await draining;
  expect(await answers[0]).toBe(1);
});
