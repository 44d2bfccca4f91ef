// The tab or process whose play session is live. A session of this installation that none plays was left behind by a game that was
// killed or a page that was closed, so the next one may take its place.
import type { SaveStorage } from './storage/area.ts';
import { hasWebLocks, holdLock, isAwaited } from './web-lock.ts';

export interface LiveSession {
  /** True where no other tab or process on this storage has a live session of the player. This one then has the place until `leave`. */
  tryEnter(): Promise<boolean>;
  /** This session is live. Its tab takes the place as soon as no other tab has it; a process tries again at each call. */
  enter(): void;
  leave(): void;
}

interface Place {
  readonly end: AbortController;
  isAsked: boolean;
  isHeld: boolean;
}

const createPlace = (): Place => ({ end: new AbortController(), isAsked: false, isHeld: false });

/** The places that are held in this process, where there are no Web Locks. */
const heldHere = new Set<string>();

async function lockHere(name: string): Promise<(() => void) | undefined> {
  if (heldHere.has(name)) return undefined;
  heldHere.add(name);
  return () => heldHere.delete(name);
}

/** @param nameOf the installation and the player */
export function createLiveSession(
  { lock }: Pick<SaveStorage, 'lock'>,
  nameOf: () => Promise<string>,
): LiveSession {
  let place = createPlace();
  const lockName = async (): Promise<string> => `playkeep session ${await nameOf()}`;

  function leave(): void {
    place.end.abort();
    place = createPlace();
  }

  /** A lock among tabs, then one among processes. */
  async function hold(ifAvailable?: true): Promise<boolean> {
    const own = place;
    const { signal } = own.end;
    const name = await lockName();
    const isFirst = await holdLock(name, signal, ifAvailable);
    const lockProcess = lock ?? (hasWebLocks() ? async () => () => undefined : lockHere);
    const release = isFirst && !signal.aborted ? await lockProcess(name) : undefined;
    if (release && signal.aborted) release();
    else if (release) signal.addEventListener('abort', release);
    else if (own === place) leave();
    own.isHeld = release !== undefined && !signal.aborted;
    return own.isHeld;
  }

  return {
    // Of the processes that share a folder none sees who else waits.
    tryEnter: async () => (place.isHeld ? !lock && !(await isAwaited(await lockName())) : hold(true)),
    enter() {
      if (place.isHeld || place.isAsked) return;
      place.isAsked = true;
      hold().catch(() => undefined);
    },
    leave,
  };
}
