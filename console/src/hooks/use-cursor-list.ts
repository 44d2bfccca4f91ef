// Loading for lists of any length: page after page by cursor, as the end of the list comes near. A request ends when its component
// goes or the list is another one.
import { useCallback, useEffect, useRef, useState } from 'react';
import { onRetry } from '../api/connection.ts';
import { ApiFailure, isAborted } from '../api/failure.ts';

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Null on the last page. A page may have no rows and still be followed by others. */
  readonly nextCursor: string | null;
}

export interface CursorList<Row> {
  readonly rows: readonly Row[];
  /** There are more pages, and nothing has failed. */
  readonly hasMore: boolean;
  /** There are no rows yet, and it is not known that there are none. */
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  /** The list is loaded anew, while the rows of before are shown. */
  readonly isRefreshing: boolean;
  /** The failure of the last page that was asked for. The rows before it stay. */
  readonly error: unknown;
  readonly loadMore: () => void;
  /** Asks again for the page that failed. */
  readonly retry: () => void;
  /** Begins anew. The rows stay until the first page is there. */
  readonly refetch: () => void;
  /** Takes rows away that are known to be gone. */
  readonly removeRows: (isGone: (row: Row) => boolean) => void;
}

interface State<Row> {
  readonly key: string;
  readonly rows: readonly Row[];
  /** Undefined before the first page. */
  readonly cursor: string | null | undefined;
  /** The cursor of the last request; undefined for the first page. */
  readonly asked: string | undefined;
  readonly isBusy: boolean;
  readonly error: unknown;
}

const emptyState = <Row>(key: string): State<Row> => ({
  ...{ key, rows: [], cursor: undefined, asked: undefined, isBusy: true, error: undefined },
});

/**
 * @param key names the list: another key drops the rows and loads anew
 * @param load loads the page after a cursor, the first one without
 */
export function useCursorList<Row>(
  key: string,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Row>>,
): CursorList<Row> {
  const [state, setState] = useState<State<Row>>(() => emptyState(key));
  const latest = useRef(load);
  latest.current = load;
  const underWay = useRef<AbortController>(undefined);
  const current = state.key === key ? state : emptyState<Row>(key);

  const request = useCallback(
    (cursor: string | undefined) => {
      underWay.current?.abort();
      const end = new AbortController();
      underWay.current = end;
      const from = (before: State<Row>) => (before.key === key ? before : emptyState<Row>(key));
      setState((before) => ({ ...from(before), asked: cursor, isBusy: true, error: undefined }));
      latest.current(cursor, end.signal).then(
        ({ rows, nextCursor }) => {
          if (end.signal.aborted) return;
          setState((before) => ({
            ...{ key, isBusy: false, error: undefined, asked: cursor, cursor: nextCursor },
            rows: cursor === undefined ? rows : [...from(before).rows, ...rows],
          }));
        },
        (error: unknown) => {
          if (end.signal.aborted || isAborted(error)) return;
          setState((before) => ({ ...from(before), isBusy: false, error }));
        },
      );
    },
    [key],
  );

  useEffect(() => {
    request(undefined);
    return () => underWay.current?.abort();
  }, [request]);

  const { rows, cursor, asked, isBusy, error } = current;
  const next = cursor ?? undefined;
  const loadMore = useCallback(() => {
    if (next !== undefined && !isBusy) request(next);
  }, [next, isBusy, request]);
  const retry = useCallback(() => request(asked), [asked, request]);
  const refetch = useCallback(() => request(undefined), [request]);
  const removeRows = useCallback(
    (isGone: (row: Row) => boolean) =>
      setState((before) => ({ ...before, rows: before.rows.filter((row) => !isGone(row)) })),
    [],
  );
  // Nobody scrolls where there are no rows.
  const mustGoOn = rows.length === 0 && next !== undefined && !isBusy && error === undefined;
  useEffect(() => {
    if (mustGoOn) loadMore();
  }, [mustGoOn, loadMore]);
  const mayComeBack = error instanceof ApiFailure && (error.isTemporary || error.status === 401);
  useEffect(() => (mayComeBack ? onRetry(retry) : undefined), [mayComeBack, retry]);
  return {
    ...{ rows, error, loadMore, retry, refetch, removeRows },
    hasMore: next !== undefined && error === undefined,
    isLoading: rows.length === 0 && error === undefined && (isBusy || next !== undefined),
    isLoadingMore: rows.length > 0 && isBusy && asked !== undefined,
    isRefreshing: rows.length > 0 && isBusy && asked === undefined,
  };
}
