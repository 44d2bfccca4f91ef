// Waiting that a signal ends, whatever the awaited function does with the signal.

/** An AbortSignal's reason, thrown as it is. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

/** The outcome of a promise, which may never settle. @throws the reason of a signal that is aborted before */
export function untilAborted<Outcome>(
  promise: Promise<Outcome>,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
