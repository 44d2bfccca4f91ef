// The cache of the answers of the service, by key. A page that was visited shows its answers of before at once and reads them
// anew. The rules of every read are here: what is tried again, what is polled, and what goes with the key that was signed in.
import { type Query, QueryClient } from '@tanstack/react-query';
import { onRetry, retryNow } from './connection.ts';
import { ApiFailure, isRefusal } from './failure.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    // connection.ts says when the service may answer again, and so when to try.
    queries: { networkMode: 'always', retry: false, refetchOnReconnect: false, refetchOnWindowFocus: false },
  },
});

const isTemporary = (error: unknown): boolean => error instanceof ApiFailure && error.isTemporary;

/** Makes the last request of a query once more. A list goes on with the page that it lacks. */
function repeat(query: Query): void {
  const meta = query.state.fetchMeta;
  query.fetch(undefined, meta ? { meta } : {}).catch(() => undefined);
}

function repeatWhere(predicate: (query: Query) => boolean): void {
  for (const query of queryClient.getQueryCache().findAll({ type: 'active', predicate })) repeat(query);
}

onRetry(() => repeatWhere(({ state }) => isTemporary(state.error)));

/**
 * Reads all that is on the page anew, as another key may be signed in. The page keeps what it shows until then, and the answers
 * of pages that are not shown go.
 */
export async function readAnew(): Promise<void> {
  forgetHidden();
  // Requests under way are those of the key before.
  await queryClient.cancelQueries({ type: 'active' });
  retryNow();
  void queryClient.refetchQueries({ type: 'active' });
  // An answer that is never read again by itself is missing all the same.
  repeatWhere(({ state }) => state.data === undefined || isRefusal(state.error));
}

/** Forgets every answer, as nobody is signed in any more. */
export const forgetAnswers = (): void => queryClient.clear();

/** Forgets the answers that no page shows. */
export const forgetHidden = (): void => queryClient.removeQueries({ type: 'inactive' });

/**
 * The options of a query that is read again and again while the tab is visible, and at once when a hidden tab that has missed a
 * read is shown. A refused one waits until somebody signs in, one without an answer for the next retry.
 * @param seconds the pause; undefined for no further read
 */
export const polled = (seconds: number | undefined) => polledAfter<unknown>(() => seconds);

/** The same with a pause that depends on the last answer, and on the failure since; null for none. */
export function polledAfter<T>(
  secondsAfter: (data: T | undefined, error: Error | null) => number | undefined,
) {
  const pauseOf = ({ data, error }: Polled<T>): number | undefined => {
    const seconds = isTemporary(error) || isRefusal(error) ? undefined : secondsAfter(data, error);
    return seconds === undefined ? undefined : seconds * 1000;
  };
  return {
    refetchInterval: ({ state }: { readonly state: Polled<T> }) => pauseOf(state) ?? (false as const),
    refetchOnWindowFocus: ({ state }: { readonly state: Polled<T> }) => {
      const readAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
      return Date.now() - readAt >= (pauseOf(state) ?? Number.POSITIVE_INFINITY);
    },
  };
}

/** The part of a query that decides whether it is polled. */
interface Polled<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}
