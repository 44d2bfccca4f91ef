// Web Locks: a browser frees the lock of a tab that dies. Pages without HTTPS and most other platforms have none.

interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal } | { readonly ifAvailable: true },
    run: (lock: object | null) => Promise<void>,
  ): Promise<unknown>;
}

/**
 * Holds a lock until `end` is aborted. Where there are no Web Locks, or a page may not use them, it is held by all.
 * @param ifAvailable gives up where another tab has it or waits for it
 * @returns true when the lock is held, false when it will not be
 */
export function holdLock(name: string, end: AbortSignal, ifAvailable?: true): Promise<boolean> {
  const locks = (globalThis.navigator as { readonly locks?: Locks } | undefined)?.locks;
  if (locks === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = async (lock: object | null): Promise<void> => {
      resolve(Boolean(lock));
      if (!lock || end.aborted) return;
      await new Promise((release) => end.addEventListener('abort', release));
    };
    // The browser takes no signal together with `ifAvailable`.
    const options = ifAvailable ? { ifAvailable } : { signal: end };
    locks.request(name, options, hold).catch(() => resolve(!end.aborted));
  });
}
