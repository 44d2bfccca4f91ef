// Lists in pages: rows are loaded cursor by cursor, and a page that holds no row is followed at once, as searches may give some.
import { useCallback, useEffect, useRef, useState } from 'react';
import { onLoadAgain, onRetry } from '../api/connection.ts';
import { ApiFailure, isAborted } from '../api/failure.ts';
import type { RowPage } from '../api/row-page.ts';

export type { RowPage } from '../api/row-page.ts';

export interface Pages<Row> {
  readonly rows: readonly Row[];
  /** There are further rows. */
  readonly hasMore: boolean;
  /** The first page is not there yet. */
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  /** Everything is loaded anew. The rows of before stay until the first page is there. */
  readonly isRefreshing: boolean;
  /** The failure of the last page. The rows before it stay. */
  readonly error: unknown;
  /** Loads the next page; after a failure the same one again. */
  readonly loadMore: () => void;
  /** Loads everything from the first page on. */
  readonly refetch: () => void;
  /** Takes away rows that are known to be gone. */
  readonly removeRows: (isGone: (row: Row) => boolean) => void;
}

interface State<Row> extends RowPage<Row> {
  readonly key: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly isStarted: boolean;
  /** The next request is for the first page, although there are rows. */
  readonly isStale: boolean;
}

const start = <Row>(key: string): State<Row> => ({
  ...{ key, rows: [], nextCursor: null, error: undefined, isBusy: false, isStarted: false, isStale: false },
});

/** Empty pages that are followed without a request of the reader. */
const emptyPagesMax = 20;

/**
 * Loads a list page by page.
 * @param key names the list, with its filters: another key begins anew.
 * @param loadPage loads one page; without a cursor the first.
 */
export function usePages<Row>(
  key: string,
  loadPage: (cursor: string | undefined, signal: AbortSignal) => Promise<RowPage<Row>>,
): Pages<Row> {
  const [state, setState] = useState<State<Row>>(() => start(key));
  const latest = useRef(loadPage);
  latest.current = loadPage;
  const running = useRef<AbortController | undefined>(undefined);
  const current = state.key === key ? state : start<Row>(key);
  const known = useRef(current);
  known.current = current;

  const load = useCallback((base: State<Row>) => {
    running.current?.abort();
    const end = new AbortController();
    running.current = end;
    const isFirst = !base.isStarted || base.isStale;
    const asked = { ...base, error: undefined, isBusy: true };
    setState(asked);
    // Rows may be taken away while a page is under way.
    const from = (before: State<Row>) => (before.key === base.key ? before : asked);
    followEmpty(latest.current, isFirst ? undefined : (base.nextCursor ?? undefined), end.signal).then(
      ({ rows, nextCursor }) => {
        if (end.signal.aborted) return;
        running.current = undefined;
        setState((before) => ({
          ...{ ...asked, nextCursor, isBusy: false, isStarted: true, isStale: false },
          rows: isFirst ? rows : [...from(before).rows, ...rows],
        }));
      },
      (error: unknown) => {
        if (end.signal.aborted || isAborted(error)) return;
        running.current = undefined;
        setState((before) => ({ ...from(before), error, isBusy: false }));
      },
    );
  }, []);

  useEffect(() => {
    load(start(key));
    return () => running.current?.abort();
  }, [key, load]);

  const loadMore = useCallback(() => {
    const { isBusy, isStarted, isStale, nextCursor } = known.current;
    if (isBusy || (isStarted && !isStale && nextCursor === null)) return;
    load(known.current);
  }, [load]);
  const refetch = useCallback(() => load({ ...known.current, isStale: true }), [load]);
  const removeRows = useCallback(
    (isGone: (row: Row) => boolean) =>
      setState((before) => ({ ...before, rows: before.rows.filter((row) => !isGone(row)) })),
    [],
  );

  const { error, rows, nextCursor, isBusy, isStarted, isStale } = current;
  const isRetried = error instanceof ApiFailure && error.isTemporary;
  useEffect(() => (isRetried ? onRetry(loadMore) : undefined), [isRetried, loadMore]);
  useEffect(() => onLoadAgain(refetch), [refetch]);
  return {
    ...{ rows, error, loadMore, refetch, removeRows },
    hasMore: isStarted && nextCursor !== null,
    isLoading: !isStarted && error === undefined,
    isLoadingMore: isStarted && isBusy && !isStale,
    isRefreshing: isStarted && isBusy && isStale,
  };
}

async function followEmpty<Row>(
  loadPage: (cursor: string | undefined, signal: AbortSignal) => Promise<RowPage<Row>>,
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
