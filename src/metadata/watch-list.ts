// The watches of waiting reads, by their players. A watch reads the state of its player, and then waits for another one.
import type { KnownState } from '../store/ports/changes.ts';

/**
 * The ends of a wait. `changed`: the player's state, or the required session, may be another. `over`: the time is. `replaced`: a newer read of the installation
 * waits. `drained`: the service stops. `left`: the caller closed the connection.
 */
export type WaitEnd = 'changed' | 'over' | 'replaced' | 'drained' | 'left';

export interface ListedWatch extends KnownState, WatchReader {
  /** The version that the caller knows, once it waits. */
  version: number;
  readonly sessionId: string | undefined;
  /** There was a sign of a change since the watch began. */
  hasChanged: boolean;
  /** The moment on the monotonic clock at which the wait is over, in milliseconds. */
  until: number;
  /** Ends the wait; undefined while the watch reads. */
  settle: ((end: WaitEnd) => void) | undefined;
}

/** The reader of a request. */
export interface WatchReader {
  /** The installation that the request names, if it names one. */
  readonly installation: string | undefined;
  /** The session that the request requires, if it requires one. */
  readonly sessionId: string | undefined;
}

export interface WatchList {
  add(sequentialId: number, reader: WatchReader): ListedWatch;
  remove(watch: ListedWatch): void;
  ofPlayer(sequentialId: number): readonly ListedWatch[];
  all(): ListedWatch[];
}

const none: readonly ListedWatch[] = [];

export function createWatchList(): WatchList {
  const byPlayer = new Map<number, ListedWatch[]>();
  return {
    add(sequentialId, { installation, sessionId }) {
      const watch: ListedWatch = {
        ...{ sequentialId, installation, sessionId },
        ...{ version: 0, until: 0, hasChanged: false, settle: undefined },
      };
      const others = byPlayer.get(sequentialId);
      if (others) others.push(watch);
      else byPlayer.set(sequentialId, [watch]);
      return watch;
    },
    remove(watch) {
      const others = byPlayer.get(watch.sequentialId)?.filter((other) => other !== watch) ?? [];
      if (others.length > 0) byPlayer.set(watch.sequentialId, others);
      else byPlayer.delete(watch.sequentialId);
    },
    ofPlayer: (sequentialId) => byPlayer.get(sequentialId) ?? none,
    all: () => [...byPlayer.values()].flat(),
  };
}

/** Notes a sign of a change, and ends the wait. */
export function touch(watch: ListedWatch): void {
  watch.hasChanged = true;
  watch.settle?.('changed');
}
