// The scheduler of work that keeps the thread for milliseconds, such as a patch of a long text or the decoding of a kept
// version. Work runs in time slices, with the event loop in between, and the order is fair between players.

import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { Clock } from '../../lib/clock.ts';
import { ADMISSION_MAX_WAIT_MILLISECONDS, BATCH_QUEUE_MAX_CALLS } from '../../limits.ts';
import { BATCH_MAX_CALLS } from '../../tuning.ts';
import { StoreBusy } from '../ports/errors.ts';
import { createBatcher, type Outcome, type Waiting } from './batcher.ts';
import { createFairQueue } from './fair-queue.ts';
import { runTimeSlice } from './time-slice.ts';

export interface CpuScheduler {
  /**
   * Runs work of a player, after the earlier work of that player.
   * @throws StoreBusy when too much slow work waits
   */
  run<T>(sequentialId: number, work: () => T): Promise<T>;
  /**
   * Runs work that holds resources until it is done, such as work within a transaction.
   * @throws StoreBusy also when its turn does not come in time; the work is not run then
   */
  runWithDeadline<T>(sequentialId: number, work: () => T): Promise<T>;
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
  const run = <T>(player: number, work: () => T) => batcher.add({ player, work }) as Promise<T>;
  return {
    run,
    runWithDeadline: (player, work) => withDeadline((unlessLate) => run(player, unlessLate(work))),
  };
}

/** @param ask schedules work that it has passed through `unlessLate`, which keeps it from running after the deadline. */
async function withDeadline<T>(ask: (unlessLate: <W>(work: () => W) => () => W) => Promise<T>): Promise<T> {
  const tooLate = new StoreBusy('slowWork');
  let isLate = false;
  const late = Promise.withResolvers<never>();
  // A real timer, since the caller's transaction holds locks in a real database meanwhile. Clearing it costs little.
  const timer = setTimeout(() => {
    isLate = true;
    late.reject(tooLate);
  }, ADMISSION_MAX_WAIT_MILLISECONDS);
  const unlessLate =
    <W>(work: () => W) =>
    () => {
      if (isLate) throw tooLate;
      return work();
    };
  try {
    return await Promise.race([ask(unlessLate), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function outcomeOf({ work }: Call): Outcome<unknown> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}
