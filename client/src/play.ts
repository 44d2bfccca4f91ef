// A play session that begins when there is a network, and beats by itself. It follows the page or app going to sleep and waking up,
// and never takes the place of another device by itself.
import { type BeginOptions, createStart, isWorthRepeating, type PlayRequests } from './begin-play.ts';
import { createEmitter } from './emitter.ts';
import { type Environment, pauseMilliseconds } from './environment.ts';
import { PlaykeepError } from './failure.ts';
import { isTemporary } from './transport.ts';

/**
 * - `active`: it beats.
 * - `suspended`: it waits for a network to begin, or the page or app sleeps and no heartbeat is sent.
 * - `superseded`: another device plays.
 * - `ended`: `end()` was called, or the session was ended by a server or refused for good.
 */
export type PlayState = 'active' | 'suspended' | 'superseded' | 'ended';

export interface PlayOptions extends BeginOptions {
  /** The pause between two heartbeats, 300 by default. It must be shorter than the service's time-out of sessions. */
  readonly heartbeatSeconds?: number;
}

export interface PlayEvent {
  /** Undefined for a session that has not begun. */
  readonly sessionId: string | undefined;
}

export interface PlaySession {
  /** Undefined until the session begins. It changes where the session had expired while the game slept, and a new one began. */
  readonly sessionId: string | undefined;
  readonly state: PlayState;
  /** Tells each new state, and `active` again for a session that took the place of one that had expired. @returns a function that ends it */
  on(event: PlayState, listener: (event: PlayEvent) => void): () => void;
  /** Asks the service at once whether the session is active. A save does so after a write in its name was refused. */
  check(): void;
  /** Stops the session. It resolves when the service has answered, and also when the session was over. */
  end(): Promise<void>;
}

/** `play` resolves at the latest then. */
const patienceMilliseconds = 3_000;
const forEver = 2 ** 31 - 1;

/**
 * Resolves with a session that has begun; without a network with one that is `suspended` and begins later.
 * @throws PlaykeepError for a refusal of the service: `conflict` while another session is active and `onActive` says neither
 *   `replace` nor `resume`
 */
export async function startPlay(
  sessions: PlayRequests,
  environment: Environment,
  { heartbeatSeconds = 300, ...options }: PlayOptions = {},
): Promise<PlaySession> {
  const emitter = createEmitter<Record<PlayState, PlayEvent>>();
  const start = createStart(sessions, options);
  let sessionId: string | undefined;
  let state: PlayState = 'suspended';
  let isAsleep = false;
  /** `play` has resolved. */
  let isLate = false;
  let mustBeat = false;
  let waiting = new AbortController();
  let isPauseDemanded = false;

  const isOver = (): boolean => state === 'ended' || state === 'superseded';

  function enter(next: PlayState): void {
    if (state === next || isOver()) return;
    state = next;
    if (isOver()) stopFollowing();
    waiting.abort();
    emitter.emit(next, { sessionId });
  }

  async function rest(milliseconds: number): Promise<void> {
    waiting = new AbortController();
    await environment.sleep(milliseconds, waiting.signal);
  }

  /** @param onOffline called when no answer came. Resolves when the session has begun or is over. @throws a refusal */
  async function begin(onOffline: () => void): Promise<void> {
    for (let failures = 1; !isOver(); failures += 1) {
      try {
        const started = await start(isLate);
        ({ sessionId } = started);
        if (state === 'ended') {
          await sessions.stop({ sessionId });
          return;
        }
        // The answer may be an old one, under the key of a request whose first answer was lost.
        mustBeat = isLate;
        if (!isAsleep) enter('active');
        return;
      } catch (failure) {
        if (!isWorthRepeating(failure, isLate)) throw failure;
        if (failure.status === 0) onOffline();
        const { retryAfterSeconds } = failure;
        isPauseDemanded = retryAfterSeconds !== undefined;
        if (!isOver()) await rest(pauseMilliseconds(failures, retryAfterSeconds, environment.random));
      }
      isPauseDemanded = false;
      // A page that nobody sees begins no session.
      while (isAsleep && !isOver()) await rest(forEver);
    }
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
    while (!isOver()) {
      if (state === 'suspended') {
        await rest(forEver);
        mustBeat = true;
        continue;
      }
      if (!mustBeat) await rest(heartbeatSeconds * 1_000);
      mustBeat = false;
      if (state === 'active') await beat();
    }
  }

  const stopFollowing = environment.onLifecycle((event) => {
    if (event !== 'online') isAsleep = event === 'sleep';
    if (sessionId === undefined) {
      if (!isAsleep && !isPauseDemanded) waiting.abort();
    } else if (event === 'sleep') enter('suspended');
    else if (event === 'wake') enter('active');
  });

  const patience = new AbortController();
  const begun = begin(() => patience.abort());
  begun.then(run).catch((failure) => {
    enter(failure instanceof PlaykeepError && failure.code === 'conflict' ? 'superseded' : 'ended');
  });
  try {
    await Promise.race([begun, environment.sleep(patienceMilliseconds, patience.signal)]);
  } finally {
    patience.abort();
  }
  isLate = true;

  return {
    get sessionId() {
      return sessionId;
    },
    get state() {
      return state;
    },
    on: (event, listener) => emitter.on(event, listener),
    check() {
      if (state !== 'active') return;
      mustBeat = true;
      waiting.abort();
    },
    async end() {
      if (isOver()) return;
      enter('ended');
      if (sessionId === undefined) return;
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
