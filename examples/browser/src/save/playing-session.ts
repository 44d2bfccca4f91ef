// The session of this device, over all times that it plays: each takeover begins a new one. Without a network a session begins later,
// and then takes the place of no other device.
import type { PlaykeepClient, PlaySession, PlayState } from '@playkeep/client';

export interface PlayingSession {
  /** The newest session. */
  readonly current: PlaySession;
  readonly state: PlayState;
  /** Tells each session but the first one. */
  onBegin(listener: (session: PlaySession) => void): void;
  onState(listener: () => void): void;
  /** Begins to play here. A session of another device ends. @throws PlaykeepError */
  takeOver(): Promise<void>;
  end(): Promise<void>;
}

/** A takeover shows within seconds. A game beats every 300 seconds, which is the default. */
const heartbeatSeconds = 5;
const states = ['active', 'suspended', 'superseded', 'ended'] as const;

/** @throws PlaykeepError where the service refuses the session */
export async function startPlayingSession(playkeep: PlaykeepClient, device: string): Promise<PlayingSession> {
  const beginListeners = new Set<(session: PlaySession) => void>();
  const stateListeners = new Set<() => void>();

  function tellState(): void {
    for (const listener of stateListeners) listener();
  }

  async function play(): Promise<PlaySession> {
    const context = { device, game: 'harbour-lights' };
    const next = await playkeep.sessions.play({ onActive: 'replace', context, heartbeatSeconds });
    for (const state of states) {
      next.on(state, () => {
        // An earlier session may still hear that it is over.
        if (session === next) tellState();
      });
    }
    return next;
  }

  let session = await play();
  return {
    get current() {
      return session;
    },
    get state() {
      return session.state;
    },
    onBegin: (listener) => void beginListeners.add(listener),
    onState: (listener) => void stateListeners.add(listener),
    async takeOver() {
      const before = session;
      session = await play();
      for (const listener of beginListeners) listener(session);
      tellState();
      await before.end();
    },
    end: () => session.end(),
  };
}
