// Work for players that keeps the thread for milliseconds, such as a patch of a long text or the decoding of a kept version:
// done in turns, with the event loop in between, and fair between players.
import type { Clock } from '../lib/clock.ts';
import { BATCH_MAX_CALLS, BATCH_QUEUE_MAX_CALLS } from '../limits.ts';
import { createBatcher, type Outcome, type Waiting } from './batch.ts';
import { createFairQueue } from './fair-queue.ts';
import type { StoreLoad } from './load.ts';
import { whileInTime } from './turn.ts';

export interface Thread {
  /**
   * Does some work of a player's, after what they asked for before.
   * @throws StoreBusy when there is too much to do that takes long
   */
  run<T>(sequentialId: number, work: () => T): Promise<T>;
}

interface Call {
  readonly player: number;
  readonly work: () => unknown;
}

export function createThread({
  clock,
  load,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly load: StoreLoad;
}): Thread {
  const watch = load.batcher('thread');
  const queue = createFairQueue<Waiting<Call, unknown>>({
    playerOf: ({ call }) => call.player,
    maxCalls: BATCH_MAX_CALLS,
    watch,
  });
  const took = ({ player }: Call, milliseconds: number): void => queue.took(player, milliseconds);
  const batcher = createBatcher<Call, unknown>({
    run: (calls) => whileInTime(clock, calls, outcomeOf, took),
    mayAnswerFewer: true,
    maxCalls: BATCH_MAX_CALLS,
    maxQueuedCalls: BATCH_QUEUE_MAX_CALLS,
    queue,
    watch,
  });
  return {
    run: <T>(player: number, work: () => T) => batcher.add({ player, work }) as Promise<T>,
  };
}

function outcomeOf({ work }: Call): Outcome<unknown> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
