// Work for players that keeps the thread for milliseconds, such as a patch of a long text or the decoding of a kept version:
// done in turns, with the event loop in between, and fair between players.

import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { Clock } from '../../lib/clock.ts';
import { BATCH_QUEUE_MAX_CALLS } from '../../limits.ts';
import { ADMISSION_MAX_WAIT_MILLISECONDS, BATCH_MAX_CALLS } from '../../tuning.ts';
import { StoreBusy } from '../ports/store.ts';
import { createBatcher, type Outcome, type Waiting } from './batcher.ts';
import { createFairQueue } from './fair-queue.ts';
import { runTimeSlice } from './time-slice.ts';

export interface CpuScheduler {
  /**
   * Does some work of a player's, after what they asked for before.
   * @throws StoreBusy when there is too much to do that takes long
   */
  run<T>(sequentialId: number, work: () => T): Promise<T>;
  /**
   * The same for work that keeps others waiting until it is done, such as one within a transaction.
   * @throws StoreBusy also when its turn does not come in good time; then it is not done
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
  const took = ({ player }: Call, milliseconds: number): void => queue.took(player, milliseconds);
  const batcher = createBatcher<Call, unknown>({
    run: (calls) => runTimeSlice(clock, calls, outcomeOf, took),
    mayAnswerFewer: true,
    maxCalls: BATCH_MAX_CALLS,
    maxQueuedCalls: BATCH_QUEUE_MAX_CALLS,
    queue,
    monitor,
  });
  const run = <T>(player: number, work: () => T) => batcher.add({ player, work }) as Promise<T>;
  return { run, runWithDeadline: (player, work) => inTime((unlessLate) => run(player, unlessLate(work))) };
}

/** @param ask is given what keeps work from being done too late. */
async function inTime<T>(ask: (unlessLate: <W>(work: () => W) => () => W) => Promise<T>): Promise<T> {
  const tooLate = new StoreBusy('too much to do that takes long');
  let isLate = false;
  const late = Promise.withResolvers<never>();
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
