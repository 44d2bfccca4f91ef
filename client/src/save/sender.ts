// The sending of what is unsent, one request at a time, for as long as the save is open. It waits after failures that pass, stops
// after those that do not, and begins again when it is told to: `nudges` has which rest each word ends.
import { forEver, pauseMilliseconds } from '../environment.ts';
import { isSessionOver, PlaykeepError, toFailure } from '../failure.ts';
import { isTemporary, type Transport } from '../transport.ts';
import { hasWork } from './device.ts';
import { type Exchange, isStopping } from './exchange.ts';
import { OtherPlayer, UnconfirmedPlayer } from './identity.ts';
import type { Listen } from './live.ts';
import type { SaveStatus } from './save-api.ts';
import type { Store } from './store.ts';
import type { Nudge } from './tabs.ts';

/** Kinds of rests, from the one that ends for any reason to the one that ends for `retry` alone. */
const strengths = { idle: 0, pause: 1, demanded: 2 } as const;
type Rest = keyof typeof strengths;

/** The words to the sender: the rest that each ends, with all weaker ones, and the work that comes first then. */
const nudges: Readonly<Record<Nudge, { ends: Rest; reads?: true }>> = {
  /** There is work. A pause after a failure goes on. */
  notify: { ends: 'idle' },
  /** Ends a pause after a failure, unless the service has said how long to wait. */
  wake: { ends: 'pause' },
  /** The same, and it reads the record first: another device may have played. */
  refresh: { ends: 'pause', reads: true },
  /** The same, also after a failure that had stopped it, and where the service has said how long to wait. */
  retry: { ends: 'demanded', reads: true },
};

export interface SenderOptions {
  readonly store: Store;
  readonly exchange: Exchange;
  /** Has the game decide the question that is open. @throws whatever the game throws */
  readonly decide: () => Promise<void>;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  readonly isReadFirst: boolean;
  /** Waits for what others write, while there is nothing to do. */
  readonly listen: Listen;
  /** Called with each attempt that failed, before each request, and again where it has stopped and is asked. */
  readonly onStatus: (status: SaveStatus, failure: PlaykeepError | undefined) => void;
}

/** @returns a function that tells it a word */
export function startSender(options: SenderOptions): (nudge: Nudge) => void {
  const { store, exchange, transport, signal, onStatus, listen } = options;
  const { random, sleep } = transport.environment;
  let mustRead = options.isReadFirst;
  let mustConfirm = false;
  let stoppedBy: PlaykeepError | undefined;
  /** The data that the service refuses as a whole. It is tried again with others. */
  let refusedData: object | undefined;
  /** In a row. Waits that fail, as behind a proxy that ends them, tell nothing about other requests. */
  let failures = 0;
  let failedWaits = 0;
  /** The failure of a wait with which the service has said how long to send nothing. */
  let heldBy: PlaykeepError | undefined;
  const rests = createRests();
  const isWorking = (): boolean => hasWork(store.kept);

  /** One exchange. @returns false when there is nothing to do */
  async function step(): Promise<boolean> {
    const { kept } = store;
    if (kept && kept.questions.length > 0) {
      await options.decide();
      return true;
    }
    const { request } = kept ?? {};
    if (request) {
      onStatus('saving', undefined);
      if (mustConfirm) await exchange.confirm();
      mustConfirm = false;
      await exchange.send(request);
      // A pause keeps a request whose outcome cannot be stored from being sent without end.
      if (store.kept?.request?.key === request.key && store.kept.questions.length === 0)
        throw new PlaykeepError('storage', 'The outcome was not stored');
      return true;
    }
    if (mustRead && !kept?.begun) {
      await exchange.read();
      mustRead = false;
      return true;
    }
    return exchange.compose();
  }

  /** @returns undefined where it stops the sender, or is mended by the next step */
  function passing(thrown: unknown): PlaykeepError | undefined {
    if (thrown instanceof UnconfirmedPlayer && !mustConfirm) {
      mustConfirm = true;
      return undefined;
    }
    const failure = toFailure(thrown, 'refused', 'The save could not go on');
    // A decision of the game that failed is asked for again when the game says so.
    const isRefused = failure.status >= 400 && !isTemporary(failure) && !isSessionOver(failure);
    const isStop =
      !(thrown instanceof PlaykeepError) || failure instanceof OtherPlayer || isStopping(failure);
    if (isRefused && !isStop && failure.status < 500) refusedData = store.data;
    if (!isStop && refusedData === undefined) return failure;
    stoppedBy = failure;
    return undefined;
  }

  async function fail(thrown: unknown): Promise<void> {
    const failure = passing(thrown);
    if (failure === undefined) return;
    failures += 1;
    if (isWorking()) onStatus('waiting', failure);
    else onStatus('saved', undefined);
    const { retryAfterSeconds } = failure;
    const pause = pauseMilliseconds(failures, retryAfterSeconds, random);
    await rests.take(pause, retryAfterSeconds === undefined ? 'pause' : 'demanded', sleep);
  }

  /** Rests until there is work, or another record. */
  async function idle(): Promise<void> {
    const heard = await rests.take(forEver, 'idle', listen);
    if (heard?.change) await exchange.adopt(heard.change);
    if (heard) failedWaits = 0;
  }

  /** Once, since each failure that is told counts for a flush. */
  function tellHeld(): void {
    if (heldBy) onStatus('waiting', heldBy);
    heldBy = undefined;
  }

  /** The pause before the next wait, which ends as soon as there is work. One that the service demands holds for all requests. */
  async function failWait(thrown: unknown): Promise<void> {
    const failure = passing(thrown);
    if (failure === undefined) return;
    failedWaits += 1;
    const { retryAfterSeconds } = failure;
    const pause = pauseMilliseconds(failedWaits, retryAfterSeconds, random);
    const demanded = (retryAfterSeconds ?? 0) * 1_000;
    const isNext = () => mustRead || isWorking();
    if (demanded > 0) {
      heldBy = failure;
      if (isNext()) tellHeld();
      await rests.take(demanded, 'demanded', sleep);
      heldBy = undefined;
    }
    if (!isNext()) await rests.take(pause - demanded, 'idle', sleep);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      if (stoppedBy !== undefined) {
        onStatus('blocked', stoppedBy);
        await rests.take(forEver, 'demanded', sleep);
        continue;
      }
      let hasStepped = false;
      try {
        hasStepped = await step();
      } catch (thrown) {
        if (signal.aborted) return;
        await fail(thrown);
        continue;
      }
      failures = 0;
      if (hasStepped) continue;
      if (!isWorking()) onStatus('saved', undefined);
      try {
        await idle();
      } catch (thrown) {
        if (signal.aborted) return;
        await failWait(thrown);
      }
    }
  }

  signal.addEventListener('abort', () => rests.end('demanded'));
  void run();
  return (nudge) => {
    const { ends, reads } = nudges[nudge];
    const isOther = refusedData !== undefined && store.data !== refusedData;
    if (stoppedBy !== undefined && (nudge === 'retry' || isOther)) {
      stoppedBy = undefined;
      refusedData = undefined;
      onStatus(isWorking() ? 'saving' : 'saved', undefined);
      rests.end('demanded');
    }
    // A tab that was opened since then asks, and does not know it.
    if (stoppedBy !== undefined && nudge !== 'notify') onStatus('blocked', stoppedBy);
    if (reads) {
      failures = 0;
      failedWaits = 0;
      mustRead = true;
    }
    rests.end(ends);
    if (nudge === 'notify') tellHeld();
  };
}

/** A rest at a time. One that was ended before it began is not taken. */
function createRests() {
  let current = new AbortController();
  let strength: number = -1;
  let endedBy: number = -1;
  return {
    /** @param rest resolves after the time, or when its signal is aborted */
    async take<T>(
      milliseconds: number,
      kind: Rest,
      rest: (milliseconds: number, signal: AbortSignal) => Promise<T>,
    ): Promise<T | undefined> {
      strength = strengths[kind];
      current = new AbortController();
      const result = endedBy < strength ? await rest(milliseconds, current.signal) : undefined;
      endedBy = -1;
      return result;
    },
    /** Ends a rest of this kind, or of a weaker one. */
    end(kind: Rest): void {
      const reason = strengths[kind];
      endedBy = Math.max(endedBy, reason);
      if (reason >= strength) current.abort();
    },
  };
}
