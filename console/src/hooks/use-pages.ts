// Lists in pages: rows are loaded cursor by cursor, and a page that holds no row is followed at once, as searches may give some.
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { polledAfter } from '../api/query-client.ts';
import type { RowPage } from '../api/row-page.ts';

export interface Pages<Row> {
  readonly rows: readonly Row[];
  /** There are further rows. */
  readonly hasMore: boolean;
  /** The first page is not there yet. */
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  /** Everything is loaded anew. The old rows stay until the first page is there. */
  readonly isRefreshing: boolean;
  /** When the last answer came, in milliseconds since the epoch; 0 before the first. */
  readonly updatedAt: number;
  /** The failure of the last page; undefined without one. The rows before it stay. */
  readonly error: unknown;
  /** Loads the next page; after a failure the same one again. */
  readonly loadMore: () => void;
  /** Loads everything from the first page on. */
  readonly refetch: () => void;
  /** Takes away rows that are known to be gone. */
  readonly removeRows: (isGone: (row: Row) => boolean) => void;
}

export interface PagedList<Row> {
  /** Names the list, with its filters: another key begins anew. */
  readonly queryKey: QueryKey;
  /** Loads one page; without a cursor the first. */
  readonly loadPage: (cursor: string | undefined, signal: AbortSignal) => Promise<RowPage<Row>>;
  /** False: nothing is loaded. */
  readonly enabled?: boolean;
  /** How many pages a refresh reads: the first, from which the reader goes on, or all that are here. */
  readonly refreshes?: 'first' | 'all';
  /** Refreshes by itself, as `polledAfter` says. */
  readonly polling?: ReturnType<typeof polledAfter<LoadedPages<Row>>>;
}

export type LoadedPages<Row> = InfiniteData<RowPage<Row>, string | undefined>;

/** Empty pages that are followed without a request of the reader. */
const emptyPagesMax = 20;

/** Loads a list page by page. */
export function usePages<Row>(list: PagedList<Row>): Pages<Row> {
  const { queryKey } = list;
  const client = useQueryClient();
  const query = useInfiniteQuery(optionsOf(list));
  const { data, error, isFetching, hasNextPage, isFetchNextPageError, refetch, fetchNextPage } = query;
  const rows = useMemo(() => (data?.pages ?? []).flatMap((page) => page.rows), [data]);
  const isFirst = data === undefined || (error !== null && !isFetchNextPageError);
  const { isRefetching } = query;
  const loadMore = useCallback(() => {
    // A table asks again when the refresh is over, since the function is another one then.
    if (isRefetching) return;
    if (isFirst) void refetch({ cancelRefetch: false });
    else if (hasNextPage) void fetchNextPage({ cancelRefetch: false });
  }, [isRefetching, isFirst, hasNextPage, refetch, fetchNextPage]);
  const id = JSON.stringify(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the key, which is new at each render
  const removeRows = useCallback(
    (isGone: (row: Row) => boolean) =>
      client.setQueryData<LoadedPages<Row>>(queryKey, (before) => before && withoutRows(before, isGone)),
    [client, id],
  );
  return {
    ...{ rows, loadMore, removeRows },
    refetch: useCallback(() => void refetch(), [refetch]),
    hasMore: hasNextPage,
    isLoading: query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    isRefreshing: isRefetching,
    updatedAt: query.dataUpdatedAt,
    // An attempt that is under way has not failed.
    error: isFetching ? undefined : (error ?? undefined),
  };
}

const optionsOf = <Row>(list: PagedList<Row>) => {
  const { queryKey, loadPage, enabled = true, refreshes = 'first', polling } = list;
  return infiniteQueryOptions({
    ...{ queryKey, enabled, ...polling },
    // The pages that a refresh reads; all by default.
    ...(refreshes === 'first' && { pages: 1 }),
    queryFn: ({ pageParam, signal }) => followEmpty(loadPage, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: RowPage<Row>) => nextCursor,
    // Comparing each row with that of before would cost more than drawing them.
    structuralSharing: false,
  });
};

const withoutRows = <Row>({ pages, pageParams }: LoadedPages<Row>, isGone: (row: Row) => boolean) => ({
  pages: pages.map((page) => ({ ...page, rows: page.rows.filter((row) => !isGone(row)) })),
  pageParams,
});

async function followEmpty<Row>(
  loadPage: PagedList<Row>['loadPage'],
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RowPage<Row>> {
  let page = await loadPage(cursor, signal);
  for (
    let empty = 1;
    empty < emptyPagesMax && page.rows.length === 0 && page.nextCursor !== null;
    empty += 1
  ) {
    page = await loadPage(page.nextCursor, signal);
  }
  return page;
}
