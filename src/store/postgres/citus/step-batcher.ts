// Steps that calls take together, where each step may lead a call to another shard. A step is one batch for each shard, and the next
// one begins when all shards have answered. Calls of a worker that takes long stay behind and go on by themselves, so a worker that
// is slow or gone delays its own calls alone.
import type { BatchMonitor } from '../../../admission/admission-control.ts';
import { BATCH_QUEUE_MAX_CALLS } from '../../../limits.ts';
import { BATCH_MAX_CALLS, CITUS_STEP_MILLISECONDS } from '../../../tuning.ts';
import { type Batcher, createBatcher, type Outcome } from '../../shared/batcher.ts';
import { withOutcomes } from '../statement-batcher.ts';
import type { PlacedShard } from './shards.ts';

export interface Step<Call, Result> {
  /** The shard to which the step leads a call; undefined for the coordinator. */
  readonly shardOf: (call: Call) => PlacedShard | undefined;
  /**
   * Takes the step with calls of one shard. It may run again after an error, also for a part of the calls.
   * @returns the result of each call that ends here, in order; undefined for one that goes on
   */
  readonly run: (calls: readonly Call[]) => Promise<readonly (Result | undefined)[]>;
}

interface Traveller<Call, Result> {
  readonly call: Call;
  readonly settle: (outcome: Outcome<Result>) => void;
}

type Group<Call, Result> = readonly Traveller<Call, Result>[];

/** @returns a function that leads calls through the steps. It resolves when all have ended but those that stayed behind. */
function createTravel<Call, Result>(
  steps: readonly Step<Call, Result>[],
): (group: Group<Call, Result>, from?: number) => Promise<void> {
  const stages = steps.map(({ shardOf, run }) => ({
    shardOf,
    run: withOutcomes<Call, Result | undefined>({ run, isRepeatable: true }),
  }));
  type Stage = (typeof stages)[number];

  /** @returns those who go on */
  async function take({ run }: Stage, shard: PlacedShard | undefined, group: Group<Call, Result>) {
    const work = () => run(group.map(({ call }) => call));
    let outcomes: readonly Outcome<Result | undefined>[];
    try {
      outcomes = await (shard ? shard.worker.call(work) : work());
    } catch (error) {
      outcomes = group.map(() => ({ error }));
    }
    return group.filter(({ settle }, index) => {
      const outcome = outcomes[index];
      if (!outcome || ('value' in outcome && outcome.value === undefined)) return true;
      settle(outcome as Outcome<Result>);
      return false;
    });
  }

  return async function go(travellers, from = 0): Promise<void> {
    let group = travellers;
    for (const [at, stage] of [...stages.entries()].slice(from)) {
      if (group.length === 0) return;
      const shards = Map.groupBy(group, ({ call }) => stage.shardOf(call));
      const arrived: Traveller<Call, Result>[] = [];
      let haveLeft = false;
      const takes = [...shards].map(async ([shard, some]) => {
        const next = await take(stage, shard, some);
        if (haveLeft) await go(next, at + 1);
        else arrived.push(...next);
      });
      await within(CITUS_STEP_MILLISECONDS, Promise.all(takes));
      haveLeft = true;
      group = arrived;
    }
    for (const { settle } of group) settle({ error: new Error('the last step did not end a call') });
  };
}

/**
 * @param maxInFlight the groups of calls under way, without those that stayed behind
 * @param steps the last one ends every call
 */
export function createStepBatcher<Call, Result>(
  monitor: BatchMonitor,
  maxInFlight: number,
  steps: readonly Step<Call, Result>[],
): Batcher<Call, Result> {
  const go = createTravel(steps);
  const unfinished = new Set<Promise<Result>>();
  const batcher = createBatcher<Traveller<Call, Result>, undefined>({
    // Calls count until they end, also those that stayed behind.
    monitor: { ...monitor, addWaiting: () => undefined },
    maxInFlight,
    maxCalls: BATCH_MAX_CALLS,
    maxQueuedCalls: BATCH_QUEUE_MAX_CALLS,
    async run(travellers) {
      await go(travellers);
      return travellers.map(() => ({ value: undefined }));
    },
  });

  return {
    add(call) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      monitor.addWaiting(1);
      unfinished.add(promise);
      function settle(outcome: Outcome<Result>): void {
        monitor.addWaiting(-1);
        unfinished.delete(promise);
        if ('value' in outcome) resolve(outcome.value);
        else reject(outcome.error);
      }
      batcher.add({ call, settle }).catch((error) => settle({ error }));
      return promise;
    },
    async drain() {
      await batcher.drain();
      await Promise.allSettled(unfinished);
    },
  };
}

/** Waits for work, but for this time at most. The timer is a real one, as the work is on real servers. */
function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
