// The ended sessions of a player, page after page, and those that end while the page is open.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { playerKey } from '../../api/queries.ts';
import { type Pages, usePages } from '../../hooks/use-pages.ts';
import { listEndedSessions } from './player-sessions.ts';
import { type EndedSession, mergeSessions } from './session-page.ts';

/** @param playerState another one loads the newest page again, and adds its new sessions to the others */
export function useEndedSessions(sequentialId: number, playerState: string): Pages<EndedSession> {
  const [firstState] = useState(playerState);
  const pages = usePages({
    queryKey: playerKey(sequentialId, 'sessions'),
    loadPage: async (cursor, signal) => {
      const { sessions, nextCursor } = await listEndedSessions(sequentialId, cursor, signal);
      return { rows: sessions, nextCursor };
    },
    refreshes: 'all',
  });
  const { data: newest } = useQuery({
    queryKey: playerKey(sequentialId, 'newest-sessions', playerState),
    queryFn: ({ signal }) => listEndedSessions(sequentialId, undefined, signal),
    // The first state is that of the pages.
    enabled: playerState !== firstState,
    placeholderData: keepPreviousData,
  });
  const { rows } = pages;
  return { ...pages, rows: useMemo(() => mergeSessions(rows, newest?.sessions ?? []), [rows, newest]) };
}
