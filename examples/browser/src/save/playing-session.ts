// The session of this device, over all times that it plays: each takeover begins a new one. A device never takes the place of another one by itself, but for the moment at which the player opens the game.
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
  /** The newest session; undefined before the first one began. */
  readonly current: PlaySession | undefined;
  readonly state: PlayingState;
  onBegin(listener: (session: PlaySession) => void): void;
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
  const beginListeners = new Set<(session: PlaySession) => void>();
  const stateListeners = new Set<() => void>();

  function tellState(): void {
    for (const listener of stateListeners) listener();
  }

  function follow(next: PlaySession): void {
    session = next;
    isSuperseded = false;
    for (const state of states) {
      next.on(state, () => {
        // An earlier session may still hear that it is over.
        if (session === next) tellState();
      });
    }
    for (const listener of beginListeners) listener(next);
    tellState();
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
    tellState();
  }

  return {
    get current() {
      return session;
    },
    get state() {
      if (isSuperseded) return 'superseded';
      return session?.state ?? 'waiting';
    },
    onBegin: (listener) => void beginListeners.add(listener),
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
