// The ended sessions of a player, page after page.
import { useCallback, useEffect, useRef, useState } from 'react';
import { onRetry } from '../../api/connection.ts';
import { isAborted } from '../../api/failure.ts';
import { listEndedSessions } from './player-sessions.ts';
import { type EndedSession, mergeSessions } from './session-page.ts';

export interface EndedSessions {
  /** Newest first. */
  readonly sessions: readonly EndedSession[];
  /** The first page is there. */
  readonly isLoaded: boolean;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  /** The failure of the last attempt. `loadMore` tries again. */
  readonly error: unknown;
  readonly loadMore: () => void;
}

interface State {
  readonly sessions: readonly EndedSession[];
  /** Undefined before the first page, null after the last. */
  readonly cursor: string | undefined | null;
  readonly isLoading: boolean;
  readonly error: unknown;
}

const initial: State = { sessions: [], cursor: undefined, isLoading: true, error: undefined };

/** @param playerState another one loads the newest page again, and adds its new sessions to the others */
export function useEndedSessions(sequentialId: number, playerState: string): EndedSessions {
  const [state, setState] = useState<State>(initial);
  const end = useRef<AbortController>(undefined);

  const load = useCallback(
    (cursor: string | undefined) => {
      end.current?.abort();
      const control = new AbortController();
      end.current = control;
      setState((before) => ({ ...before, isLoading: true, error: undefined }));
      listEndedSessions(sequentialId, cursor, control.signal).then(
        ({ sessions, nextCursor }) =>
          setState((before) => ({
            sessions: mergeSessions(before.sessions, sessions),
            // The newest page says nothing about older ones that are here.
            cursor: cursor === undefined && before.cursor !== undefined ? before.cursor : nextCursor,
            isLoading: false,
            error: undefined,
          })),
        (error: unknown) => {
          if (!isAborted(error)) setState((before) => ({ ...before, isLoading: false, error }));
        },
      );
    },
    [sequentialId],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is a reason to load the newest page
  useEffect(() => {
    load(undefined);
    return () => end.current?.abort();
  }, [load, playerState]);

  const { sessions, cursor, isLoading, error } = state;
  const loadMore = useCallback(() => load(cursor ?? undefined), [load, cursor]);
  const hasFailed = error !== undefined;
  useEffect(() => (hasFailed ? onRetry(loadMore) : undefined), [hasFailed, loadMore]);
  return {
    ...{ sessions, isLoading, error, loadMore },
    isLoaded: cursor !== undefined,
    hasMore: cursor !== null && cursor !== undefined,
  };
}
