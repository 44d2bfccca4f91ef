// Time, chance, and the sleep of the page or app, which a test or a platform may replace. No decision of the client is taken by
// the device's date: `now` is for display and for ages within one run.

export type LifecycleEvent = 'sleep' | 'wake' | 'online';

export interface Environment {
  /** Milliseconds since the epoch by the device's clock. */
  readonly now: () => number;
  /** Resolves after the time, or earlier when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  /**
   * Tells when the page is hidden or the app goes to the background (`sleep`), when it comes back (`wake`), and when the network
   * is there again (`online`). React Native hands its `AppState` in here. @returns a function that ends it
   */
  readonly onLifecycle: (listener: (event: LifecycleEvent) => void) => () => void;
}

/** Longer than any game is open, in milliseconds. Timers end at once for longer times. */
export const forEver = 2 ** 31 - 1;

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, forEver));
    signal?.addEventListener('abort', end);
  });
}

interface EventSource {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}
type Page = EventSource & { readonly visibilityState: string };

/** Follows a browser's page. Other platforms have no such events. */
function onPageLifecycle(listener: (event: LifecycleEvent) => void): () => void {
  const scope = globalThis as unknown as Partial<EventSource> & { readonly document?: Page };
  const { document: page } = scope;
  if (page === undefined || scope.addEventListener === undefined) return () => undefined;
  const onVisibility = () => listener(page.visibilityState === 'hidden' ? 'sleep' : 'wake');
  const onHide = () => listener('sleep');
  const onShow = () => listener('wake');
  const onOnline = () => listener('online');
  const target = scope as EventSource;
  const pairs: readonly (readonly [EventSource, string, () => void])[] = [
    [page, 'visibilitychange', onVisibility],
    [target, 'pagehide', onHide],
    [target, 'pageshow', onShow],
    [target, 'online', onOnline],
  ];
  for (const [source, type, run] of pairs) source.addEventListener(type, run);
  return () => {
    for (const [source, type, run] of pairs) source.removeEventListener(type, run);
  };
}

export const platformEnvironment: Environment = {
  now: () => Date.now(),
  sleep,
  random: Math.random,
  onLifecycle: onPageLifecycle,
};

const leastPauseSeconds = 0.5;

/**
 * The pause before a repetition: full jitter between 0.5 s and a ceiling that doubles from 1 s to 60 s, or to 20 s where there is a
 * `Retry-After`, and never less than that.
 * @param failures how often it failed, from 1
 */
export function pauseMilliseconds(
  failures: number,
  retryAfterSeconds: number | undefined,
  random: () => number,
): number {
  // A service that answers with `Retry-After` is there, so players need not stay away for long after an outage.
  const ceiling = Math.min(retryAfterSeconds === undefined ? 60 : 20, 2 ** (failures - 1));
  const jittered = leastPauseSeconds + random() * (ceiling - leastPauseSeconds);
  return Math.max(jittered, retryAfterSeconds ?? 0) * 1_000;
}
