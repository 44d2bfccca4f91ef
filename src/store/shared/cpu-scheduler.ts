// The scheduler of work that keeps the thread for milliseconds, such as a patch of a long text or the decoding of a kept
// version. Work runs in time slices, with the event loop in between, and the order is fair between players.

import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { Clock } from '../../lib/clock.ts';
import { BATCH_QUEUE_MAX_CALLS } from '../../limits.ts';
import { BATCH_MAX_CALLS } from '../../tuning.ts';
import { createBatcher, type Outcome, type Waiting } from './batcher.ts';
import { createFairQueue } from './fair-queue.ts';
import { runTimeSlice } from './time-slice.ts';

export interface CpuScheduler {
  /**
   * Runs work of a player, after the earlier work of that player.
   * @throws StoreBusy when too much slow work waits
   */
  run<T>(sequentialId: number, work: () => T): Promise<T>;
}

interface Call {
  readonly player: number;
  readonly work: () => unknown;
}

export function createCpuScheduler({
  clock,
  admission,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly admission: AdmissionControl;
}): CpuScheduler {
  const monitor = admission.monitor('thread');
  const queue = createFairQueue<Waiting<Call, unknown>>({
    playerOf: ({ call }) => call.player,
    maxCalls: BATCH_MAX_CALLS,
    monitor,
  });
  const charge = ({ player }: Call, milliseconds: number): void => queue.charge(player, milliseconds);
  const batcher = createBatcher<Call, unknown>({
    run: (calls) => runTimeSlice(clock, calls, outcomeOf, charge),
    mayAnswerFewer: true,
    maxCalls: BATCH_MAX_CALLS,
    maxQueuedCalls: BATCH_QUEUE_MAX_CALLS,
    queue,
    monitor,
  });
  return { run: <T>(player: number, work: () => T) => batcher.add({ player, work }) as Promise<T> };
}

function outcomeOf({ work }: Call): Outcome<unknown> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
