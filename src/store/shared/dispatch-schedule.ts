// The moment at which the next batch of a queue is dispatched: the end of this turn of the event loop, so that calls of one turn
// leave together, or the end of a pause that the queue sets.
import type { CallQueue } from './call-queue.ts';

/**
 * @param mayDispatch says whether there is a batch that may leave now.
 * @param dispatch takes the next batch from the queue. The queue may be empty by then.
 * @returns a function that schedules one dispatch, unless one is already scheduled. A call that arrives during a pause schedules
 *   again, and leaves at once if it comes first in the queue.
 */
export function createDispatchSchedule(
  queue: Pick<CallQueue<never>, 'pauseMilliseconds' | 'endPause'>,
  mayDispatch: () => boolean,
  dispatch: () => void,
): () => void {
  let isScheduled = false;
  let isPausing = false;

  function schedule(): void {
    if (isScheduled || !mayDispatch()) return;
    const milliseconds = queue.pauseMilliseconds();
    if (milliseconds > 0) {
      pause(milliseconds);
      return;
    }
    isScheduled = true;
    setImmediate(run);
  }

  function run(): void {
    isScheduled = false;
    dispatch();
  }

  function pause(milliseconds: number): void {
    if (isPausing) return;
    isPausing = true;
    // A real timer: the pause follows work that took real time, and on a manual clock calls would wait forever.
    setTimeout(() => {
      isPausing = false;
      queue.endPause();
      schedule();
    }, milliseconds);
  }

  return schedule;
}
