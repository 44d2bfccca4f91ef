// Work that runs one after the other. A caller whose signal aborts waits no longer for the work before it.

export type Turns = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** @returns a function that runs work in turn. After an abort the work begins at once, and has to see that it was aborted */
export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return (signal, work) => {
    const before = last;
    const result = untilAborted(before, signal).then(work);
    // Work behind an aborted one still waits for the work before both.
    last = Promise.allSettled([before, result]).then(() => undefined);
    return result;
  };
}

/** Waits for a promise that never rejects, or for the abort. */
async function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const abort = (): void => aborted.resolve();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
