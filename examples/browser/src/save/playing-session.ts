// The session of this device, over all times that it plays: a takeover begins a new session, and the save goes on under the same
// object. A device never takes the place of another one by itself, but for the moment at which the player opens the game.
import {
  type ActiveSession,
  type PlaykeepClient,
  PlaykeepError,
  type PlaySession,
  type PlayState,
} from '@playkeep/client';

/** `waiting`: there was no network yet to begin a session. */
export type PlayingState = PlayState | 'waiting';

export interface PlayingSession {
  readonly sessionId: string | undefined;
  readonly state: PlayingState;
  /** Tells the save that it may send again. */
  on(event: 'active', listener: () => void): () => void;
  onState(listener: () => void): void;
  /** Begins to play here. A session of another device ends. @throws PlaykeepError */
  takeOver(): Promise<void>;
  /** Begins to play here unless another device plays. @throws PlaykeepError */
  comeBack(): Promise<void>;
  /** Another device plays, as a write of the save has told. */
  supersede(): void;
  end(): Promise<void>;
}

/** A takeover shows within seconds. A game beats every 300 seconds, which is the default. */
const heartbeatSeconds = 5;
const states = ['active', 'suspended', 'superseded', 'ended'] as const;

export function createPlayingSession(playkeep: PlaykeepClient, device: string): PlayingSession {
  let session: PlaySession | undefined;
  let isSuperseded = false;
  const activeListeners = new Set<() => void>();
  const stateListeners = new Set<() => void>();

  function tell(isActive: boolean): void {
    for (const listener of isActive ? activeListeners : []) listener();
    for (const listener of stateListeners) listener();
  }

  function follow(next: PlaySession): void {
    session = next;
    isSuperseded = false;
    for (const state of states) {
      next.on(state, () => {
        // An earlier session may still hear that it is over.
        if (session === next) tell(state === 'active');
      });
    }
    tell(true);
  }

  async function takeOver(): Promise<void> {
    const before = session;
    const context = { device, game: 'harbour-lights' };
    follow(await playkeep.sessions.play({ onActive: 'replace', context, heartbeatSeconds }));
    await before?.end();
  }

  function supersede(): void {
    if (isSuperseded) return;
    isSuperseded = true;
    tell(false);
  }

  return {
    get sessionId() {
      return session?.sessionId;
    },
    get state() {
      if (isSuperseded) return 'superseded';
      return session?.state ?? 'waiting';
    },
    on(_event, listener) {
      activeListeners.add(listener);
      return () => activeListeners.delete(listener);
    },
    onState: (listener) => void stateListeners.add(listener),
    takeOver,
    async comeBack() {
      const active = await findActive(playkeep);
      const isOther = active !== undefined && (active.context as { device?: string })?.device !== device;
      if (isOther) supersede();
      else await takeOver();
    },
    supersede,
    end: async () => session?.end(),
  };
}

async function findActive(playkeep: PlaykeepClient): Promise<ActiveSession | undefined> {
  try {
    return await playkeep.sessions.active();
  } catch (failure) {
    if (failure instanceof PlaykeepError && failure.message === 'No active session found') return undefined;
    throw failure;
  }
}
