// The moment at which the next batch of a queue is dispatched: the end of this turn of the event loop, so that calls of one
// turn leave together, or the end of the pause that the queue asks for.
import type { CallQueue } from './call-queue.ts';

/**
 * @param mayDispatch says whether there is a batch that may leave now.
 * @param dispatch takes the next batch from the queue. The queue may be empty by then.
 * @returns a function that schedules one dispatch, unless one is scheduled. A call that arrives during a pause schedules
 * again, and leaves at once if the queue puts it first.
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
    // A real timer: the pause follows work that took the thread for real, and calls would wait without end on a clock that a
    // test holds still.
    setTimeout(() => {
      isPausing = false;
      queue.endPause();
      schedule();
    }, milliseconds);
  }

  return schedule;
}
