// The tab whose play session is live. A session of this installation that no tab plays was left behind by a game that was killed or a
// page that was closed, so one that begins late may take its place.
import { holdLock } from './web-lock.ts';

export interface LiveSession {
  /** True where no other tab of this storage has a live session of the player. This tab then has the place until `leave`. */
  tryEnter(): Promise<boolean>;
  /** This tab's session is live. It takes the place as soon as no other tab has it. */
  enter(): void;
  leave(): void;
}

interface Place {
  readonly end: AbortController;
  isAsked: boolean;
  isHeld: boolean;
}

const createPlace = (): Place => ({ end: new AbortController(), isAsked: false, isHeld: false });

/** @param nameOf the installation and the player */
export function createLiveSession(nameOf: () => Promise<string>): LiveSession {
  let place = createPlace();

  async function hold(ifAvailable?: true): Promise<boolean> {
    const own = place;
    own.isHeld =
      (await holdLock(`playkeep session ${await nameOf()}`, own.end.signal, ifAvailable)) || own.isHeld;
    return own.isHeld;
  }

  return {
    tryEnter: async () => place.isHeld || hold(true),
    enter() {
      if (place.isHeld || place.isAsked) return;
      place.isAsked = true;
      hold().catch(() => undefined);
    },
    leave() {
      place.end.abort();
      place = createPlace();
    },
  };
}
