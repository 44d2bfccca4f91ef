// The search for players, page after page. Pages may be empty and the search goes on, so it runs until it has found enough for now, has
// looked at everything, or a person stops it. Its answer stays in the cache for a while, so that Back comes to the same players.
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useHasNames } from '../../api/player-labels.ts';
import type { PlayerFilters } from './filters.ts';
import { type Player, searchPlayers } from './find-players.ts';
import { markEntry, placeAt } from './left-search.ts';
import { searchBody } from './search-body.ts';

export interface PlayerSearch {
  readonly players: readonly Player[];
  /** `paused`: there are more to load. `stopped`: by a person. */
  readonly status: 'running' | 'paused' | 'stopped' | 'complete' | 'failed';
  /** Pages that were read. */
  readonly pages: number;
  readonly error: unknown;
  /** Goes on where the search is; also after a stop and a failure. */
  readonly more: () => void;
  readonly stop: () => void;
  /** Searches anew. */
  readonly restart: () => void;
  /** The place of the list, in pixels. */
  readonly offset: { current: number };
}

/** Players that one run looks for. */
const playersPerRun = 100;
/** Older rows would tell of too different a time. */
const keepMilliseconds = 5 * 60_000;

/** How far one search is to go. */
interface Goal {
  readonly search: string;
  readonly players: number;
  readonly isStopped: boolean;
}

/** The search of the filters. Other filters begin another search. */
export function usePlayerSearch(filters: PlayerFilters): PlayerSearch {
  const client = useQueryClient();
  const text = JSON.stringify(filters);
  const entry = useEntry(text);
  const search = `${entry} ${text}`;
  const hasNames = useHasNames();
  const [chosen, setGoal] = useState<Goal>();
  const atFirst = { search, players: playersPerRun, isStopped: false };
  const goal = chosen?.search === search ? chosen : atFirst;

  const options = searchQuery(filters, entry, hasNames);
  // A text waits until it is known whether it is a part of a name.
  const isReady = entry !== undefined && (filters.text === '' || hasNames !== undefined);
  // A search that was stopped before its first page does not begin by itself, as on a focus of the window.
  const query = useInfiniteQuery({ ...options, enabled: isReady && !goal.isStopped });
  const { data, error, isFetching, hasNextPage, refetch, fetchNextPage } = query;
  const players = useMemo(() => (data?.pages ?? []).flatMap((page) => page.players), [data]);

  const hasFailed = error !== null && !isFetching;
  const isShort = data === undefined || (hasNextPage && players.length < goal.players);
  const runs = isShort && !goal.isStopped && !hasFailed;
  // The first page comes by itself.
  const lacksPage = runs && !isFetching && data !== undefined;
  useEffect(() => {
    if (lacksPage) void fetchNextPage({ cancelRefetch: false });
  }, [lacksPage, fetchNextPage]);

  const found = players.length;
  const isBegun = data !== undefined;
  const more = useCallback(() => {
    setGoal({ search, players: found + playersPerRun, isStopped: false });
    if (isBegun) void fetchNextPage({ cancelRefetch: false });
    else void refetch({ cancelRefetch: false });
  }, [search, found, isBegun, fetchNextPage, refetch]);
  const { queryKey } = options;
  return {
    ...{ players, error, more },
    status: hasFailed ? 'failed' : statusOf(runs || isFetching, goal.isStopped && isShort, hasNextPage),
    pages: data?.pages.length ?? 0,
    stop: () => {
      setGoal({ ...goal, isStopped: true });
      void client.cancelQueries({ queryKey, exact: true });
    },
    restart: () => {
      setGoal(undefined);
      void client.resetQueries({ queryKey, exact: true });
    },
    offset: useMemo(() => placeAt(entry), [entry]),
  };
}

function statusOf(isRunning: boolean, isStopped: boolean, hasMore: boolean): PlayerSearch['status'] {
  if (isStopped) return 'stopped';
  if (isRunning) return 'running';
  return hasMore ? 'paused' : 'complete';
}

/** A search is one of an entry of the history. It is never read anew by itself, since its rows would move under the reader. */
const searchQuery = (filters: PlayerFilters, entry: number | undefined, hasNames: boolean | undefined) =>
  infiniteQueryOptions({
    queryKey: ['players', 'search', filters, entry, filters.text !== '' && hasNames],
    queryFn: async ({ pageParam, signal }) => {
      // All pages count days from one moment.
      const { startedAt = Date.now(), cursor } = pageParam;
      const page = await searchPlayers(searchBody(filters, startedAt, cursor, hasNames), signal);
      return { ...page, startedAt };
    },
    initialPageParam: {} as { readonly startedAt?: number; readonly cursor?: string },
    getNextPageParam: ({ startedAt, nextCursor }) =>
      nextCursor === null ? null : { startedAt, cursor: nextCursor },
    ...{ staleTime: 'static', gcTime: keepMilliseconds, structuralSharing: false },
  });

/** The number of the present entry of the history, which is marked when its filters are shown; undefined before. */
function useEntry(text: string): number | undefined {
  const [marked, setMarked] = useState<{ readonly text: string; readonly entry: number }>();
  useLayoutEffect(() => setMarked({ text, entry: markEntry() }), [text]);
  return marked?.text === text ? marked.entry : undefined;
}
