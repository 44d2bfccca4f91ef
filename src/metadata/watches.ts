// The watches of waiting reads: who waits for a change of which player, and what ends the wait. A watch begins before its read, so no
// change between the read and the wait is missed. It waits for changes of this process, which are told, and for those of others,
// which one look for all players finds. Nothing runs while nobody waits.
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from '../lib/metrics.ts';
import { WAITS_PER_PLAYER } from '../limits.ts';
import type { ChangeStore, KnownState } from '../store/ports/changes.ts';
import { CHANGES_PAUSE_MILLISECONDS } from '../tuning.ts';

/**
 * The ends of a wait. `changed`: the player's state may be another. `over`: the time is. `replaced`: a newer read of the installation
 * waits. `drained`: the service stops. `left`: the caller closed the connection.
 */
const ends = ['changed', 'over', 'replaced', 'drained', 'left'] as const;
export type WaitEnd = (typeof ends)[number];

export interface WaitOptions {
  /** The version that the caller knows. */
  readonly version: number;
  /** The moment on the monotonic clock at which the wait is over, in milliseconds. */
  readonly until: number;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
}

export interface Watch {
  /** Waits for a change since the watch began. @returns undefined at once where the bounds are reached, or the service drains */
  wait(options: WaitOptions): Promise<WaitEnd> | undefined;
  /** Ends the watch, which does not wait any more. */
  end(): void;
}

export interface Watches {
  /** @param installation that of the request, if it names one */
  begin(sequentialId: number, installation: string | undefined): Watch;
  /** Ends all waits, and lets none begin any more. */
  drain(): void;
}

/** A watch that reads, or that waits once it has `settle`. */
interface Entry extends KnownState {
  version: number;
  readonly installation: string | undefined;
  hasChanged: boolean;
  until: number;
  settle: ((end: WaitEnd) => void) | undefined;
}

export interface WatchesOptions {
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Waiting reads at once. */
  readonly maxWaiting: number;
}

export function createWatches({ changes, clock, metrics, maxWaiting }: WatchesOptions): Watches {
  const byPlayer = new Map<number, Entry[]>();
  const count = createCounters(metrics, () => waiting);
  let waiting = 0;
  let isDraining = false;
  let stopLooking: (() => void) | undefined;
  let isLooking = false;

  changes.onChange((sequentialId) => byPlayer.get(sequentialId)?.forEach(touch));

  function touch(entry: Entry): void {
    entry.hasChanged = true;
    entry.settle?.('changed');
  }

  /** Ends the waits whose time is over. @returns those that go on */
  function listWaiting(): Entry[] {
    const now = clock.monotonic();
    const entries = [...byPlayer.values()].flat();
    for (const { settle, until } of entries) if (until <= now) settle?.('over');
    return entries.filter(({ settle }) => settle !== undefined);
  }

  async function look(): Promise<void> {
    const known = listWaiting();
    if (isLooking || known.length === 0) return;
    // A watch that reads may know a state from before this look and wait after it. So it reads again.
    for (const entries of byPlayer.values())
      for (const entry of entries) if (!entry.settle) entry.hasChanged = true;
    isLooking = true;
    try {
      const changed = new Set(await changes.listChanged(known));
      for (const entry of known) if (changed.has(entry.sequentialId)) touch(entry);
    } catch {
      // A database that does not answer is looked at again. Other requests tell of it.
    } finally {
      isLooking = false;
    }
  }

  /** @returns undefined where one more may wait, else the reason that it may not */
  function refusalOf({ sequentialId }: Entry): 'drained' | 'refused' | undefined {
    if (isDraining) return 'drained';
    const ofPlayer = byPlayer.get(sequentialId)?.filter(({ settle }) => settle) ?? [];
    return waiting >= maxWaiting || ofPlayer.length >= WAITS_PER_PLAYER ? 'refused' : undefined;
  }

  function replaceOthers({ sequentialId, installation }: Entry): void {
    if (installation === undefined) return;
    const own = byPlayer.get(sequentialId)?.filter((other) => other.installation === installation) ?? [];
    for (const { settle } of own) settle?.('replaced');
  }

  function wait(entry: Entry, { version, until, signal }: WaitOptions): Promise<WaitEnd> | undefined {
    if (signal.aborted) return Promise.resolve('left');
    if (entry.hasChanged) {
      entry.hasChanged = false;
      return Promise.resolve('changed');
    }
    replaceOthers(entry);
    const refusal = refusalOf(entry);
    if (refusal) {
      count[refusal].value += 1;
      return undefined;
    }
    entry.version = version;
    entry.until = until;
    waiting += 1;
    stopLooking ??= clock.every(CHANGES_PAUSE_MILLISECONDS, () => void look());
    return new Promise((resolve) => {
      const leave = (): void => entry.settle?.('left');
      signal.addEventListener('abort', leave);
      entry.settle = (end) => {
        entry.settle = undefined;
        signal.removeEventListener('abort', leave);
        waiting -= 1;
        count[end].value += 1;
        if (waiting === 0) {
          stopLooking?.();
          stopLooking = undefined;
        }
        resolve(end);
      };
    });
  }

  function remove(entry: Entry): void {
    const others = byPlayer.get(entry.sequentialId)?.filter((other) => other !== entry) ?? [];
    if (others.length > 0) byPlayer.set(entry.sequentialId, others);
    else byPlayer.delete(entry.sequentialId);
  }

  return {
    begin(sequentialId, installation) {
      const entry: Entry = {
        ...{ sequentialId, installation },
        ...{ version: 0, until: 0, hasChanged: false, settle: undefined },
      };
      const entries = byPlayer.get(sequentialId);
      if (entries) entries.push(entry);
      else byPlayer.set(sequentialId, [entry]);
      return {
        wait: (options) => wait(entry, options),
        end: () => remove(entry),
      };
    },
    drain() {
      isDraining = true;
      for (const entry of [...byPlayer.values()].flat()) entry.settle?.('drained');
    },
  };
}

/** One counter for each end, and for reads that may not wait. */
function createCounters(metrics: Metrics, countWaiting: () => number) {
  metrics.gauge(
    { name: 'playkeep_waiting_reads', help: 'Reads of metadata that wait for a change.' },
    countWaiting,
  );
  const family = {
    name: 'playkeep_waiting_reads_total',
    help: 'Waits of reads for a change, by their end. Those with the end refused or drained at once did not begin.',
  };
  const counterOf = (end: WaitEnd | 'refused') => metrics.counter(family, { end });
  return {
    ...{ changed: counterOf('changed'), over: counterOf('over'), replaced: counterOf('replaced') },
    ...{ drained: counterOf('drained'), left: counterOf('left'), refused: counterOf('refused') },
  } satisfies Record<WaitEnd | 'refused', unknown>;
}
