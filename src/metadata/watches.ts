// Waits of reads for a change of their player: who may wait, and what ends a wait. A watch begins before its read, so no change between
// the read and the wait is missed. Changes of this process are told, and those of others are looked for (watch-looks.ts). Nothing
// runs while nobody waits.
import type { Clock } from '../lib/clock.ts';
import type { Metrics } from '../lib/metrics.ts';
import { WAITS_PER_PLAYER } from '../limits.ts';
import type { ChangeStore } from '../store/ports/changes.ts';
import {
  createWatchList,
  type ListedWatch,
  touch,
  type WaitEnd,
  type WatchList,
  type WatchReader,
} from './watch-list.ts';
import { createLooks } from './watch-looks.ts';

export interface WaitOptions extends Pick<ListedWatch, 'version' | 'until'> {
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
  begin(sequentialId: number, reader: WatchReader): Watch;
  /** Ends all waits, and lets none begin any more. */
  drain(): void;
}

export interface WatchesOptions {
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Reads that wait at once. */
  readonly maxWaiting: number;
}

export function createWatches({ changes, clock, metrics, maxWaiting }: WatchesOptions): Watches {
  const list = createWatchList();
  const looks = createLooks(list, changes, clock);
  const count = createCounters(metrics, () => waiting);
  let waiting = 0;
  let isDraining = false;
  changes.onChange((sequentialId) => list.ofPlayer(sequentialId).forEach(touch));

  function refusalOf(watch: ListedWatch): 'drained' | 'refused' | undefined {
    if (isDraining) return 'drained';
    return waiting >= maxWaiting || hasMostWaits(list, watch) ? 'refused' : undefined;
  }

  function wait(watch: ListedWatch, { version, until, signal }: WaitOptions): Promise<WaitEnd> | undefined {
    if (signal.aborted) return Promise.resolve('left');
    if (watch.hasChanged) {
      watch.hasChanged = false;
      return Promise.resolve('changed');
    }
    replaceOlder(list, watch);
    const refusal = refusalOf(watch);
    if (refusal) {
      count[refusal].value += 1;
      return undefined;
    }
    Object.assign(watch, { version, until });
    waiting += 1;
    looks.start();
    return new Promise((resolve) => {
      const leave = (): void => watch.settle?.('left');
      signal.addEventListener('abort', leave);
      watch.settle = (end) => {
        watch.settle = undefined;
        signal.removeEventListener('abort', leave);
        waiting -= 1;
        if (waiting === 0) looks.stop();
        count[end].value += 1;
        resolve(end);
      };
    });
  }

  return {
    begin(sequentialId, reader) {
      const watch = list.add(sequentialId, reader);
      return { wait: (options) => wait(watch, options), end: () => list.remove(watch) };
    },
    drain() {
      isDraining = true;
      for (const { settle } of list.all()) settle?.('drained');
    },
  };
}

const hasMostWaits = (list: WatchList, { sequentialId }: ListedWatch): boolean =>
  list.ofPlayer(sequentialId).filter(({ settle }) => settle).length >= WAITS_PER_PLAYER;

/** Ends the waits of the same installation. */
function replaceOlder(list: WatchList, { sequentialId, installation }: ListedWatch): void {
  if (installation === undefined) return;
  for (const other of list.ofPlayer(sequentialId))
    if (other.installation === installation) other.settle?.('replaced');
}

/** One counter for each end, and for reads that may not wait. */
function createCounters(metrics: Metrics, countWaiting: () => number) {
  metrics.gauge(
    { name: 'playkeep_waiting_reads', help: 'Reads of metadata that wait for a change.' },
    countWaiting,
  );
  const family = {
    name: 'playkeep_waiting_reads_total',
    help: 'Waits of reads for a change, by their end, and reads that found no place to wait.',
  };
  const of = (end: WaitEnd | 'refused') => metrics.counter(family, { end });
  return {
    ...{ changed: of('changed'), over: of('over'), replaced: of('replaced') },
    ...{ drained: of('drained'), left: of('left'), refused: of('refused') },
  };
}
