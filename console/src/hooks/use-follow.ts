// A page that follows an answer of the service while the tab is seen (api/follow.ts).
import { useEffect } from 'react';
import { type Followed, follow } from '../api/follow.ts';
import { useIdentity } from '../api/session.ts';
import { useLatest } from './use-latest.ts';

/** @param path undefined to follow nothing */
export function useFollow(path: string | undefined, listeners: Followed): void {
  // A render does not begin the request anew.
  const latest = useLatest(listeners);
  const identity = useIdentity();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a sign-in begins it anew, since the session before was refused
  useEffect(() => {
    if (path === undefined) return;
    const end = new AbortController();
    void follow(path, () => latest.current, end.signal);
    return () => end.abort();
  }, [path, latest, identity]);
}
