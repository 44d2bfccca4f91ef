// Loading for pages: data that is fetched when a component appears, again on demand, at intervals, after trouble with the
// connection, and after signing in again. A request ends when its component goes.
import { useCallback, useEffect, useRef, useState } from 'react';
import { onLoadAgain, onRetry } from '../api/connection.ts';
import { ApiFailure, isAborted } from '../api/failure.ts';

export interface Resource<T> {
  /** The last data of this key. It stays while newer data is loaded, and when that fails. */
  readonly data: T | undefined;
  /** The failure of the last attempt. */
  readonly error: unknown;
  /** There is neither data nor an error yet. */
  readonly isLoading: boolean;
  /** A request is under way, with or without earlier data. */
  readonly isRefreshing: boolean;
  readonly refetch: () => void;
}

interface State<T> {
  readonly key: string;
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isRefreshing: boolean;
}

/**
 * Loads data.
 * @param key names the data: another key drops the data and loads anew. Undefined loads nothing yet.
 * @param load makes one attempt. Its signal ends when the component goes or the key changes.
 * @param pollSeconds loads again after so many seconds, while the tab is visible.
 */
export function useResource<T>(
  key: string | undefined,
  load: (signal: AbortSignal) => Promise<T>,
  { pollSeconds }: { readonly pollSeconds?: number } = {},
): Resource<T> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State<T>>(() => emptyState(key));
  const latest = useRef(load);
  latest.current = load;
  const current = state.key === key ? state : emptyState<T>(key);
  const refetch = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a reason to load again
  useEffect(() => {
    if (key === undefined) return;
    const end = new AbortController();
    setState((before) => ({ ...(before.key === key ? before : emptyState<T>(key)), isRefreshing: true }));
    void latest
      .current(end.signal)
      .then(
        (data) => ({ key, data, error: undefined, isRefreshing: false }),
        (error: unknown) => ({ error }),
      )
      .then((outcome) => {
        if (end.signal.aborted) return;
        if ('key' in outcome) return setState(outcome);
        if (isAborted(outcome.error)) return;
        setState((before) => ({ ...before, ...outcome, isRefreshing: false }));
      });
    return () => end.abort();
  }, [key, attempt]);

  const isTroubled = current.error instanceof ApiFailure && current.error.isTemporary;
  // Until somebody signs in with a key that may read it.
  const isRefused = current.error instanceof ApiFailure && [401, 403].includes(current.error.status);
  useEffect(() => (isTroubled ? onRetry(refetch) : undefined), [isTroubled, refetch]);
  useEffect(() => onLoadAgain(refetch), [refetch]);
  usePolling(refetch, key === undefined || isTroubled || isRefused ? undefined : pollSeconds);

  const { data, error, isRefreshing } = current;
  return { data, error, isRefreshing, isLoading: data === undefined && error === undefined, refetch };
}

const emptyState = <T>(key: string | undefined): State<T> => ({
  key: key ?? '',
  data: undefined,
  error: undefined,
  isRefreshing: false,
});

/**
 * Runs a function at intervals while the tab is visible, and at once when a hidden tab with a missed run is shown again.
 * @param seconds undefined for not at all
 */
export function usePolling(run: () => void, seconds: number | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (seconds === undefined) return;
    let isDue = false;
    const timer = setInterval(() => {
      if (document.hidden) isDue = true;
      else latest.current();
    }, seconds * 1000);
    const onVisible = () => {
      if (document.hidden || !isDue) return;
      isDue = false;
      latest.current();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [seconds]);
}
