// Steps that calls of several shards of Citus take together: one batch for each shard, and a slow worker delays its own calls alone.
import { expect, test } from 'bun:test';
import type { PlacedShard } from '../../../../src/store/postgres/citus/shards.ts';
import { createStepBatcher, type Step } from '../../../../src/store/postgres/citus/step-batcher.ts';
import type { Worker } from '../../../../src/store/postgres/citus/workers.ts';
import { newAdmission } from '../../../harness/store.ts';

const shardOf = (shardId: number, refusal?: Error): PlacedShard => ({
  shardId,
  from: 0,
  to: 0,
  worker: {
    call: (work: () => Promise<unknown>) => (refusal ? Promise.reject(refusal) : work()),
  } as unknown as Worker,
});
const shards = [shardOf(0), shardOf(1)] as const;
const byRest = (call: number): PlacedShard | undefined => shards[call % 2];

const batcherOf = (...steps: Step<number, string>[]) =>
  createStepBatcher(newAdmission().monitor('steps'), 1, steps);

/** A step after which all calls go on. @param taken gets the calls of each of its batches */
const passing = (
  taken: number[][],
  of: Step<number, string>['shardOf'],
  wait = (_calls: readonly number[]) => Promise.resolve(),
): Step<number, string> => ({
  shardOf: of,
  async run(calls) {
    taken.push([...calls]);
    await wait(calls);
    return calls.map(() => undefined);
  },
});

const ending: Step<number, string> = {
  shardOf: () => undefined,
  run: async (calls) => calls.map((call) => `done ${call}`),
};

test('a step has one batch for each shard, and the next step has the calls of all', async () => {
  const [first, second]: [number[][], number[][]] = [[], []];
  const batcher = batcherOf(
    passing(first, byRest),
    passing(second, () => undefined),
    ending,
  );
  const results = await Promise.all([0, 1, 2, 3, 4].map((call) => batcher.add(call)));
  expect(results).toEqual(['done 0', 'done 1', 'done 2', 'done 3', 'done 4']);
  expect(first).toEqual([
    [0, 2, 4],
    [1, 3],
  ]);
  expect(second.map((calls) => calls.toSorted())).toEqual([[0, 1, 2, 3, 4]]);
});

test('a call that a step ends takes no further step', async () => {
  const taken: number[][] = [];
  const early: Step<number, string> = {
    shardOf: byRest,
    run: async (calls) => calls.map((call) => (call === 2 ? 'early' : undefined)),
  };
  const batcher = batcherOf(
    early,
    passing(taken, () => undefined),
    ending,
  );
  expect(await Promise.all([1, 2, 3].map((call) => batcher.add(call)))).toEqual([
    'done 1',
    'early',
    'done 3',
  ]);
  expect(taken).toEqual([[1, 3]]);
});

test('calls of a worker that does not answer stay behind, and end when it does', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const batcher = batcherOf(
    passing([], byRest, (calls) => (calls.includes(1) ? answered : Promise.resolve())),
    ending,
  );
  const ends: string[] = [];
  const all = [1, 2, 4].map((call) => batcher.add(call).then((end) => void ends.push(end)));
  await Promise.all(all.slice(1));
  // A later group leaves too, although the first is not complete.
  await batcher.add(6).then((end) => void ends.push(end));
  expect(ends).toEqual(['done 2', 'done 4', 'done 6']);
  let isDrained = false;
  const drained = batcher.drain().then(() => {
    isDrained = true;
  });
  await Bun.sleep(5);
  expect(isDrained).toBe(false);
  answer();
  await drained;
  expect(ends).toEqual(['done 2', 'done 4', 'done 6', 'done 1']);
});

test('a refusal, and an error, meet the calls of their shard alone', async () => {
  const refusal = new Error('refused');
  const bug = new Error('a bug');
  const of = (call: number) => [shardOf(7, refusal), ...shards][call % 3];
  const batcher = batcherOf(
    passing([], of, (calls) => (calls.includes(1) ? Promise.reject(bug) : Promise.resolve())),
    ending,
  );
  const ends = await Promise.all([0, 1, 2, 3, 4, 5].map((call) => batcher.add(call).catch((error) => error)));
  // Each call has its own shard object for the refused ones, and so a batch of its own.
  expect(ends).toEqual([refusal, bug, 'done 2', refusal, bug, 'done 5']);
});
