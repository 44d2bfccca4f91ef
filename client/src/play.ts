// A play session that begins when there is a network, and beats by itself. It follows the page or app going to sleep and waking up,
// and never takes the place of another device by itself. `steps` has all its states, and the state after each event.
import { createStart, isConflict, isWorthRepeating, type PlayRequests } from './begin-play.ts';
import { createEmitter } from './emitter.ts';
import { type Environment, forEver, pauseMilliseconds } from './environment.ts';
import { isReason, PlaykeepError } from './failure.ts';
import type { StartOptions } from './session-requests.ts';
import { isTemporary } from './transport.ts';

/** The events that end a session, in every state but the last two. */
const ends = {
  /** Another device or tab plays. */
  conflict: 'superseded',
  /** The service refuses the session for good, or it was stopped or ended by a server. */
  refused: 'ended',
  /** The game called `end()`. */
  end: 'ended',
} as const;

/** By state and event, the next state. An event that a state does not name changes nothing there. */
const steps = {
  /** There is no session yet. It asks for one, again and again while there is no network. */
  beginning: { begun: 'active', sleep: 'hidden', ...ends },
  /** There is no session yet, and the page or app sleeps. No new attempt begins. */
  hidden: { begun: 'asleep', wake: 'beginning', ...ends },
  /** It beats. `renewed`: the session had expired, and a new one took its place. */
  active: { sleep: 'asleep', renewed: 'active', ...ends },
  /** The page or app sleeps, and no heartbeat is sent. */
  asleep: { wake: 'active', ...ends },
  superseded: {},
  ended: {},
} as const;

type Step = keyof typeof steps;
type StepEvent = 'begun' | 'sleep' | 'wake' | 'renewed' | keyof typeof ends;

/** The state as the game sees it. */
const shownOf = (step: Step): PlayState =>
  step === 'active' || step === 'superseded' || step === 'ended' ? step : 'suspended';

/**
 * - `active`: it beats.
 * - `suspended`: it waits for a network to begin, or the page or app sleeps and no heartbeat is sent.
 * - `superseded`: another device or tab plays.
 * - `ended`: `end()` was called, or the session was stopped elsewhere, ended by a server, or refused for good.
 */
export type PlayState = 'active' | 'suspended' | 'superseded' | 'ended';

export interface PlayOptions extends StartOptions {
  /** The pause between two heartbeats, 300 by default and at least 1. It must be shorter than the service's time-out of sessions. */
  readonly heartbeatSeconds?: number;
}

export interface PlayEvent {
  /** Undefined for a session that has not begun. */
  readonly sessionId: string | undefined;
}

export interface PlaySession {
  /** Undefined until the session begins. It changes where the session had expired, and a new one began. */
  readonly sessionId: string | undefined;
  readonly state: PlayState;
  /** Why an attempt to begin failed: the newest one that did. */
  readonly error: PlaykeepError | undefined;
  /** Tells each new state, and `active` again for a session that took the place of one that had expired. @returns a function that ends it */
  on(event: PlayState, listener: (event: PlayEvent) => void): () => void;
  /** Asks the service at once whether the session is active. A save does so after a write in its name was refused. */
  check(): void;
  /** Stops the session. It resolves when the service has answered, and also when the session was over. */
  end(): Promise<void>;
}

/** `play` resolves at the latest then. */
const patienceMilliseconds = 3_000;

/**
 * Resolves with a session that has begun; without a network with one that is `suspended` and begins later.
 * @throws TypeError for a heartbeat below a second
 * @throws PlaykeepError for a refusal of the service: `conflict` while another device, tab or process plays and `onActive` says
 *   neither `replace` nor `resume`
 */
export async function startPlay(
  sessions: PlayRequests,
  environment: Environment,
  { heartbeatSeconds = 300, ...options }: PlayOptions = {},
): Promise<PlaySession> {
  if (!(heartbeatSeconds >= 1)) throw new TypeError('"heartbeatSeconds" is at least 1');
  const emitter = createEmitter<Record<PlayState, PlayEvent>>();
  const { live } = sessions;
  const start = createStart(sessions.startOnce, live, options);
  /** The start of a session that takes the place of one that had expired. */
  let renew: ReturnType<typeof createStart> | undefined;
  let sessionId: string | undefined;
  let error: PlaykeepError | undefined;
  let step: Step = 'beginning';
  /** `play` has resolved. */
  let isLate = false;
  let mustBeat = false;
  let waiting = new AbortController();
  let isPauseDemanded = false;

  const isIn = (one: Step): boolean => step === one;
  const isOver = (): boolean => !('end' in steps[step]);

  function happen(event: StepEvent): void {
    const after: Partial<Record<StepEvent, Step>> = steps[step];
    const next = after[event];
    if (!next) return;
    const isTold = next === step || shownOf(next) !== shownOf(step);
    step = next;
    if (isOver()) {
      stopFollowing();
      live.leave();
    } else if (sessionId !== undefined) live.enter();
    if (!isTold) return;
    waiting.abort();
    emitter.emit(shownOf(next), { sessionId });
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
        if (isOver()) {
          live.leave();
          await sessions.stop({ sessionId });
          return;
        }
        // The answer may be an old one, under the key of a request whose first answer was lost.
        mustBeat = isLate;
        happen('begun');
        return;
      } catch (failure) {
        if (!isWorthRepeating(failure, isLate)) throw failure;
        error = failure;
        if (failure.status === 0) onOffline();
        const { retryAfterSeconds } = failure;
        isPauseDemanded = retryAfterSeconds !== undefined;
        if (!isOver()) await rest(pauseMilliseconds(failures, retryAfterSeconds, environment.random));
      }
      isPauseDemanded = false;
      // A page that nobody sees begins no session.
      while (isIn('hidden')) await rest(forEver);
    }
  }

  /** After the session expired: a new one begins, unless another device plays. An earlier service does not say how it ended. */
  async function comeBack(): Promise<void> {
    try {
      const { context, onActive } = options;
      renew ??= createStart(sessions.start, live, {
        context,
        onActive: onActive === 'resume' ? onActive : undefined,
      });
      // Late: the device that woke up must not end the session of the one in use.
      ({ sessionId } = await renew(true));
      renew = undefined;
      happen('renewed');
    } catch (failure) {
      if (!(failure instanceof PlaykeepError) || isTemporary(failure)) return;
      happen(eventOf(failure));
    }
  }

  async function beat(): Promise<void> {
    try {
      await sessions.heartbeat({ sessionId });
      live.enter();
    } catch (failure) {
      if (!(failure instanceof PlaykeepError) || isTemporary(failure)) return;
      const { sessionEnd = 'expired' } = failure;
      if (!isReason(failure, 'no-active-session-found')) {
        if (failure.code !== 'unauthorized') happen('refused');
      } else if (sessionEnd === 'expired') await comeBack();
      else happen(sessionEnd === 'replaced' ? 'conflict' : 'refused');
    }
  }

  async function run(): Promise<void> {
    while (!isOver()) {
      if (isIn('asleep')) {
        await rest(forEver);
        mustBeat = true;
        continue;
      }
      if (!mustBeat) await rest(heartbeatSeconds * 1_000);
      mustBeat = false;
      if (isIn('active')) await beat();
    }
  }

  const stopFollowing = environment.onLifecycle((event) => {
    if (event !== 'online') happen(event);
    if (isIn('beginning') && !isPauseDemanded) waiting.abort();
  });

  const patience = new AbortController();
  const begun = begin(() => patience.abort());
  begun.then(run).catch((failure) => happen(eventOf(failure)));
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
      return shownOf(step);
    },
    get error() {
      return error;
    },
    on: (event, listener) => emitter.on(event, listener),
    check() {
      if (!isIn('active')) return;
      mustBeat = true;
      waiting.abort();
    },
    async end() {
      if (isOver()) return;
      happen('end');
      if (sessionId === undefined) return;
      try {
        await sessions.stop({ sessionId, keepalive: true });
      } catch (failure) {
        // It is over already, which was the purpose.
        if (isReason(failure, 'no-active-session-found')) return;
        throw failure;
      }
    },
  };
}

/** The event that a refused start is. */
const eventOf = (failure: unknown): 'conflict' | 'refused' => (isConflict(failure) ? 'conflict' : 'refused');
