// The ended sessions of a player, page after page, and those that end while the page is open.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type ContextFilter, contextQuery } from '../../api/context-filter.ts';
import { playerKey } from '../../api/queries.ts';
import { type Pages, usePages } from '../../hooks/use-pages.ts';
import { listEndedSessions } from './player-sessions.ts';
import { type EndedSession, mergeSessions } from './session-page.ts';

/** @param playerState another one loads the newest page again, and adds its new sessions to the others */
export function useEndedSessions(
  sequentialId: number,
  playerState: string,
  filter: ContextFilter,
): Pages<EndedSession> {
  const [firstState] = useState(playerState);
  const filterKey = contextQuery(filter).context ?? null;
  const pages = usePages({
    queryKey: playerKey(sequentialId, 'sessions', filterKey),
    loadPage: async (cursor, signal) => {
      const { sessions, nextCursor } = await listEndedSessions(sequentialId, filter, cursor, signal);
      return { rows: sessions, nextCursor };
    },
    refreshes: 'all',
  });
  const { data: newest } = useQuery({
    queryKey: playerKey(sequentialId, 'newest-sessions', playerState, filterKey),
    queryFn: ({ signal }) => listEndedSessions(sequentialId, filter, undefined, signal),
    // The first state is that of the pages.
    enabled: playerState !== firstState,
    // Those of another filter are others.
    placeholderData: (data, before) => (before?.queryKey.at(-1) === filterKey ? data : undefined),
  });
  const { rows } = pages;
  return { ...pages, rows: useMemo(() => mergeSessions(rows, newest?.sessions ?? []), [rows, newest]) };
}
