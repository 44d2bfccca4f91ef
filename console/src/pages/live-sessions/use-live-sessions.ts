// The list of live sessions, which refreshes itself while the page is seen: at once when a session of its first page has started, ended or
// moved, and by a timer for the others, sooner the fewer pages are loaded, later after a failure. It does neither while it is paused.
import { useState } from 'react';
import type { ActiveSession } from '../../api/active-session.ts';
import type { ContextFilter } from '../../api/context-filter.ts';
import { polledAfter } from '../../api/query-client.ts';
import { useFollow } from '../../hooks/use-follow.ts';
import { type LoadedPages, type Pages, usePages } from '../../hooks/use-pages.ts';
import { type LiveRow, type LiveRows, refreshed, without } from './live-rows.ts';
import { firstPagePath, listActiveSessions, pageSize } from './live-session-list.ts';

/** Each loaded page is a request. */
const secondsPerPage = 5;
const longestSeconds = 60;

export interface LiveSessions extends Pages<ActiveSession> {
  readonly live: readonly LiveRow[];
  readonly isPaused: boolean;
  readonly setPaused: (isPaused: boolean) => void;
  /** Takes away sessions that were ended here. */
  readonly removeEnded: (sessionIds: ReadonlySet<string>) => void;
}

const polling = polledAfter<LoadedPages<ActiveSession>>((data, error) =>
  error === null ? Math.min(longestSeconds, secondsPerPage * (data?.pages.length ?? 1)) : longestSeconds,
);

export function useLiveSessions(filter: ContextFilter): LiveSessions {
  const [isPaused, setPaused] = useState(false);
  const list = usePages({
    queryKey: ['live-sessions', filter],
    loadPage: (cursor, signal) => listActiveSessions(filter, cursor, signal),
    refreshes: 'all',
    ...(!isPaused && { polling }),
  });
  // The service repeats no read that is filtered, and each loaded page of a refresh is a request.
  const { refetch } = list;
  useFollow(isPaused || filter.length > 0 ? undefined : firstPagePath, {
    onAnswer: (_, isFirst) => !isFirst && refetch(),
    pauseSeconds: Math.ceil(list.rows.length / pageSize),
  });
  const id = JSON.stringify(filter);
  const [shown, setShown] = useState<{ readonly id: string; readonly live: LiveRows | undefined }>({
    ...{ id, live: undefined },
  });
  let { live } = shown;
  const hasRows = list.updatedAt > 0;
  if (shown.id !== id || (hasRows && live?.source !== list.rows)) {
    live = hasRows ? refreshed(shown.id === id ? live : undefined, refreshOf(list)) : undefined;
    setShown({ id, live });
  }
  return {
    ...list,
    ...{ live: live?.rows ?? [], isPaused, setPaused },
    removeEnded: (sessionIds) => {
      setShown((before) => ({ ...before, live: before.live && without(before.live, sessionIds) }));
      list.removeRows(({ sessionId }) => sessionIds.has(sessionId));
    },
  };
}

const refreshOf = ({ rows, hasMore, updatedAt }: Pages<ActiveSession>) => ({
  ...{ source: rows, isWhole: !hasMore, now: updatedAt },
  isInUse: ({ sessionId }: LiveRow) => sessionId === focusedSession(),
});

/** The session in whose row the focus is. */
const focusedSession = (): string | undefined =>
  document.activeElement?.closest('[role=row]')?.querySelector<HTMLElement>('[data-session]')?.dataset
    .session;
