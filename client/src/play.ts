// A play session that beats by itself. It follows the page or app going to sleep and waking up, and never takes the place of
// another device by itself.
import { createEmitter } from './emitter.ts';
import type { Environment } from './environment.ts';
import { PlaykeepError } from './failure.ts';
import type { SessionOperations, StartOptions } from './sessions.ts';
import { isTemporary } from './transport.ts';

/**
 * - `active`: it beats.
 * - `suspended`: the page or app sleeps, and nothing is sent.
 * - `superseded`: another device plays.
 * - `ended`: `end()` was called, or the session was ended by a server or refused for good.
 */
export type PlayState = 'active' | 'suspended' | 'superseded' | 'ended';

export interface PlayOptions extends StartOptions {
  /** The pause between two heartbeats, 300 by default. It must be shorter than the service's time-out of sessions. */
  readonly heartbeatSeconds?: number;
}

export interface PlaySession {
  /** Changes where the session had expired while the game slept, and a new one began. */
  readonly sessionId: string;
  readonly state: PlayState;
  /** Tells each new state, and `active` again for a session that took the place of one that had expired. @returns a function that ends it */
  on(event: PlayState, listener: (event: { readonly sessionId: string }) => void): () => void;
  /** Stops the session. It resolves when the service has answered, and also when the session was over. */
  end(): Promise<void>;
}

/** @throws PlaykeepError `conflict` while another session is active and `onActive` says neither `replace` nor `resume` */
export async function startPlay(
  sessions: SessionOperations,
  environment: Environment,
  { heartbeatSeconds = 300, ...options }: PlayOptions = {},
): Promise<PlaySession> {
  const emitter = createEmitter<Record<PlayState, { readonly sessionId: string }>>();
  let { sessionId } = await sessions.start(options);
  let state: PlayState = 'active';
  let waiting = new AbortController();

  const isOver = (): boolean => state === 'ended' || state === 'superseded';

  function enter(next: PlayState): void {
    if (state === next || isOver()) return;
    state = next;
    if (isOver()) stopFollowing();
    waiting.abort();
    emitter.emit(next, { sessionId });
  }

  /** After the service knows the session no more: another device plays, or it expired and a new one begins. */
  async function comeBack(): Promise<void> {
    try {
      const { context } = options;
      // Never `replace`: the device that woke up must not end the session of the one in use.
      ({ sessionId } = await sessions.start({ onActive: 'reject', context }));
      if (state === 'active') emitter.emit('active', { sessionId });
    } catch (failure) {
      if (!(failure instanceof PlaykeepError) || isTemporary(failure)) return;
      enter(failure.code === 'conflict' ? 'superseded' : 'ended');
    }
  }

  async function beat(): Promise<void> {
    try {
      await sessions.heartbeat({ sessionId });
    } catch (failure) {
      if (!(failure instanceof PlaykeepError) || isTemporary(failure)) return;
      if (failure.message === 'No active session found') await comeBack();
      else if (failure.code !== 'unauthorized') enter('ended');
    }
  }

  async function run(): Promise<void> {
    let isWaking = false;
    while (!isOver()) {
      waiting = new AbortController();
      if (state === 'suspended') {
        await environment.sleep(2 ** 31 - 1, waiting.signal);
        isWaking = true;
        continue;
      }
      if (!isWaking) await environment.sleep(heartbeatSeconds * 1_000, waiting.signal);
      isWaking = false;
      if (state === 'active') await beat();
    }
  }

  const stopFollowing = environment.onLifecycle((event) => {
    if (event === 'sleep') enter('suspended');
    else if (event === 'wake') enter('active');
  });
  void run();

  return {
    get sessionId() {
      return sessionId;
    },
    get state() {
      return state;
    },
    on: (event, listener) => emitter.on(event, listener),
    async end() {
      if (isOver()) return;
      enter('ended');
      try {
        await sessions.stop({ sessionId, keepalive: true });
      } catch (failure) {
        // It is over already, which was the purpose.
        if (failure instanceof PlaykeepError && failure.message === 'No active session found') return;
        throw failure;
      }
    },
  };
}
