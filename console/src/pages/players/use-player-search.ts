// The search for players, page after page. Pages may be empty and the search goes on, so it runs until it has found enough for now, has
// looked at everything, or a person stops it.
import { useCallback, useEffect, useRef, useState } from 'react';
import { onRetry } from '../../api/connection.ts';
import { ApiFailure, isAborted } from '../../api/failure.ts';
import type { PlayerFilters } from './filters.ts';
import { type Player, searchPlayers } from './find-players.ts';
import { findLeftSearch, keepSearch, markEntry } from './left-search.ts';
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

/** How far a search is. */
export interface SearchProgress {
  readonly players: readonly Player[];
  readonly cursor: string | null | undefined;
  readonly status: PlayerSearch['status'];
  readonly pages: number;
  readonly error: unknown;
}

const initial: SearchProgress = {
  players: [],
  cursor: undefined,
  status: 'running',
  pages: 0,
  error: undefined,
};

/** Players that one run looks for. */
const playersPerRun = 100;
/** The longest time without a sign of progress. */
const tellMilliseconds = 200;

/** The search of the filters; undefined waits. Other filters begin another search. */
export function usePlayerSearch(filters: PlayerFilters | undefined): PlayerSearch {
  const key = filters && JSON.stringify(filters);
  const [left] = useState(() => findLeftSearch(key));
  const [attempt, setAttempt] = useState(0);
  const [progress, setProgress] = useState(left?.progress ?? initial);
  const latest = useRef({ filters, progress, startedAt: left?.startedAt ?? 0 });
  const offset = useRef(left?.offset ?? 0);
  const isLeft = useRef(left !== undefined);
  const end = useRef<AbortController>(undefined);
  latest.current.filters = filters;

  const tell = useCallback((next: SearchProgress) => {
    latest.current.progress = next;
    setProgress(next);
  }, []);
  const run = useCallback(async () => {
    const { filters: wanted, startedAt } = latest.current;
    if (!wanted) return;
    end.current?.abort();
    const control = new AbortController();
    end.current = control;
    let at: SearchProgress = { ...latest.current.progress, status: 'running', error: undefined };
    const enough = at.players.length + playersPerRun;
    tell(at);
    let toldAt = performance.now();
    try {
      do {
        const body = searchBody(wanted, startedAt, at.cursor ?? undefined);
        const page = await searchPlayers(body, control.signal);
        at = afterPage(at, page.players, page.nextCursor);
        if (performance.now() - toldAt > tellMilliseconds) {
          toldAt = performance.now();
          tell(at);
        }
      } while (at.cursor !== null && at.players.length < enough);
      tell({ ...at, status: at.cursor === null ? 'complete' : 'paused' });
    } catch (error) {
      if (end.current !== control) return;
      tell(isAborted(error) ? { ...at, status: 'stopped' } : { ...at, status: 'failed', error });
    }
  }, [tell]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters and another attempt begin anew
  useEffect(() => {
    if (key === undefined) return;
    const entry = markEntry();
    if (isLeft.current) {
      isLeft.current = false;
    } else {
      latest.current.startedAt = Date.now();
      latest.current.progress = initial;
      offset.current = 0;
      setProgress(initial);
      void run();
    }
    return () => {
      const { progress: reached, startedAt } = latest.current;
      keepSearch(entry, { key, startedAt, offset: offset.current, progress: atRest(reached) });
      const ended = end.current;
      end.current = undefined;
      ended?.abort();
    };
  }, [key, attempt, run]);

  const { error } = progress;
  const mayRetry = error instanceof ApiFailure && (error.isTemporary || error.status === 401);
  const more = useCallback(() => void run(), [run]);
  useEffect(() => (mayRetry ? onRetry(more) : undefined), [mayRetry, more]);
  return {
    players: progress.players,
    status: progress.status,
    pages: progress.pages,
    error,
    more,
    stop: useCallback(() => end.current?.abort(), []),
    offset,
    restart: useCallback(() => setAttempt((count) => count + 1), []),
  };
}

/** A search that was left while it ran goes on when it is shown again. */
const atRest = (progress: SearchProgress): SearchProgress =>
  progress.status === 'running' ? { ...progress, status: 'paused' } : progress;

const afterPage = (
  before: SearchProgress,
  found: readonly Player[],
  cursor: string | null,
): SearchProgress => ({
  ...before,
  players: found.length === 0 ? before.players : [...before.players, ...found],
  cursor,
  pages: before.pages + 1,
});
