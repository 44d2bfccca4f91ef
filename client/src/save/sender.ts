// The sending of a save's changes, one request at a time, for as long as the save is open. It waits after failures that pass, stops
// after those that do not, and begins again when it is told to: `nudges` has which rest each word ends.
import { forEver, pauseMilliseconds } from '../environment.ts';
import { PlaykeepError, toFailure } from '../failure.ts';
import type { Transport } from '../transport.ts';
import { createCompaction } from './compaction.ts';
import { type Exchange, isStopping } from './exchange.ts';
import { OtherPlayer, UnconfirmedPlayer } from './identity.ts';
import type { Listen } from './live.ts';
import type { SaveQueue } from './queue.ts';
import type { SaveStatus } from './save-api.ts';
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
  readonly queue: SaveQueue;
  readonly exchange: Exchange;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  readonly isReadFirst: boolean;
  /** Waits for what others write, while there is nothing to do. */
  readonly listen: Listen;
  /** Called with each attempt that failed, and before each request. */
  readonly onStatus: (status: SaveStatus, failure: PlaykeepError | undefined) => void;
}

/** @returns a function that tells it a word */
export function startSender(options: SenderOptions): (nudge: Nudge) => void {
  const { queue, exchange, transport, signal, onStatus, listen } = options;
  const { random, sleep } = transport.environment;
  let mustRead = options.isReadFirst;
  let mustConfirm = false;
  let stoppedBy: PlaykeepError | undefined;
  let failures = 0;
  const rests = createRests();
  const compact = createCompaction(queue);

  /** One exchange. @returns false when there is nothing to do */
  async function step(): Promise<boolean> {
    if (queue.batch !== undefined) {
      if (mustConfirm) await exchange.confirm();
      mustConfirm = false;
      const { key } = queue.batch;
      await exchange.send(queue.batch);
      // A pause keeps a request whose outcome cannot be stored from being sent without end.
      if (queue.batch?.key === key) throw new PlaykeepError('storage', 'The outcome was not stored');
      return true;
    }
    const [first, ...others] = queue.pending;
    if (mustRead || (queue.base.etag === undefined && first?.kind !== 'initial')) {
      await exchange.read();
      mustRead = false;
      return true;
    }
    if (first === undefined) return false;
    onStatus('saving', undefined);
    await exchange.compose([first, ...others]);
    return true;
  }

  async function fail(thrown: unknown): Promise<void> {
    if (thrown instanceof UnconfirmedPlayer && !mustConfirm) {
      mustConfirm = true;
      return;
    }
    const failure = toFailure(thrown, 'refused', 'The save could not go on');
    // A decision of the game that failed is asked for again when the game says so.
    const isStop =
      !(thrown instanceof PlaykeepError) || isStopping(failure) || failure instanceof OtherPlayer;
    if (isStop) {
      stoppedBy = failure;
      return;
    }
    failures += 1;
    await compact();
    if (queue.hasWork) onStatus('waiting', failure);
    else onStatus('saved', undefined);
    const { retryAfterSeconds } = failure;
    const pause = pauseMilliseconds(failures, retryAfterSeconds, random);
    await rests.take(pause, retryAfterSeconds === undefined ? 'pause' : 'demanded', sleep);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      if (stoppedBy !== undefined) {
        onStatus('blocked', stoppedBy);
        await rests.take(forEver, 'demanded', sleep);
        continue;
      }
      try {
        if (await step()) {
          failures = 0;
          continue;
        }
        if (!queue.hasWork) onStatus('saved', undefined);
        const reply = await rests.take(forEver, 'idle', listen);
        failures = 0;
        if (reply) await exchange.adopt(reply);
      } catch (thrown) {
        if (signal.aborted) return;
        await fail(thrown);
      }
    }
  }

  signal.addEventListener('abort', () => rests.end('demanded'));
  void run();
  return (nudge) => {
    const { ends, reads } = nudges[nudge];
    if (nudge === 'retry') stoppedBy = undefined;
    if (reads) {
      failures = 0;
      mustRead = true;
    }
    rests.end(ends);
    if (nudge === 'notify') void compact();
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
