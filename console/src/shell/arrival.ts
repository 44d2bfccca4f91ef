// A thing that a page is to do when somebody comes to it, such as to open a dialog. The entry of the browser's history tells it, and
// forgets it as soon as the page has begun, so that neither Back nor a reload does it again.
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

export type Arrival = 'search-players' | 'find-players' | 'register-player' | 'create-key';

export interface EntryState {
  readonly arrival?: Arrival;
}

/** @returns a function that goes to a page below /console, unless it is there, and has it do something */
export function useArrive(): (path: string, arrival: Arrival) => void {
  const [current, navigate] = useLocation();
  return (path, arrival) => {
    if (current === path) history.replaceState({ ...history.state, arrival }, '');
    else navigate(path, { state: { arrival } satisfies EntryState });
  };
}

/** Runs the function when somebody has come to the page for this. */
export function useArrival(wanted: Arrival, act: () => void): void {
  const isWanted = useHistoryState<EntryState | null>()?.arrival === wanted;
  const begin = useEffectEvent(act);
  useEffect(() => {
    if (!isWanted) return;
    const { arrival: _, ...rest } = history.state as EntryState;
    history.replaceState(rest, '');
    begin();
  }, [isWanted]);
}
