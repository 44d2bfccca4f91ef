// Web Locks: a browser frees the lock of a tab that dies. Pages without HTTPS and most other platforms have none.

interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal } | { readonly ifAvailable: true },
    run: (lock: object | null) => Promise<void>,
  ): Promise<unknown>;
  query(): Promise<{ readonly pending?: readonly { readonly name?: string }[] }>;
}

const webLocks = (): Locks | undefined =>
  (globalThis.navigator as { readonly locks?: Locks } | undefined)?.locks;

export const hasWebLocks = (): boolean => webLocks() !== undefined;

/**
 * Holds a lock until `end` is aborted. Where there are no Web Locks, or a page may not use them, it is held by all.
 * @param ifAvailable gives up where another tab has it or waits for it
 * @returns true when the lock is held, false when it will not be
 */
export function holdLock(name: string, end: AbortSignal, ifAvailable?: true): Promise<boolean> {
  const locks = webLocks();
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

/** Does another tab wait for a lock that this one holds? True where that cannot be told. */
export async function isAwaited(name: string): Promise<boolean> {
  const found = await webLocks()
    ?.query()
    .catch(() => undefined);
  return found?.pending?.some((request) => request.name === name) ?? true;
}
