// The state of a query as views read it: of TanStack Query's result, what a page needs to show it.
import type { UseQueryResult } from '@tanstack/react-query';

/** `data` is the last answer, which stays while a newer one is loaded and when that fails. */
export type Query<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>;
