// The list of declared indexes, as a lease: every write goes by a list that was read at most ten seconds before. So some time after
// its declaration an index is known to the writes of all processes, and its build can begin.
import type { Clock } from '../../lib/clock.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { METADATA_INDEX_LEASE_SECONDS, METADATA_INDEX_REFRESH_SECONDS } from '../../limits.ts';
import { type IndexRow, type IndexSet, toIndexSet } from '../shared/indexes.ts';
import type { Executor, Queries } from './executor.ts';
import { listIndexes } from './sql/statements.ts';

export interface IndexLease {
  /**
   * The indexes that a write keeps up. They are known at once, but for a list that is too old, which is read first.
   * @param queries those of the write. A transaction reads the list on its own connection.
   */
  current(queries: Queries): MaybePromise<IndexSet>;
  /** The next write reads the list first. */
  invalidate(): void;
}

/** The declared indexes, and labels. The type of one is that of its declaration. */
export const listIndexRows = async (queries: Queries): Promise<readonly IndexRow[]> =>
  (await queries.run(listIndexes, {})) as readonly IndexRow[];

export const readIndexSet = async (queries: Queries): Promise<IndexSet> =>
  toIndexSet(await listIndexRows(queries));

export function createIndexLease(executor: Executor, clock: Pick<Clock, 'monotonic'>): IndexLease {
  let lease: { readonly set: IndexSet; readonly readAt: number } | undefined;
  let reading: Promise<IndexSet> | undefined;

  /** Statements see what was committed before they begin, so the age counts from before the statement. */
  async function read(queries: Queries): Promise<IndexSet> {
    const readAt = clock.monotonic();
    const set = await readIndexSet(queries);
    if (!lease || lease.readAt < readAt) lease = { set, readAt };
    return set;
  }

  function readOnce(): Promise<IndexSet> {
    reading ??= read(executor).finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    current(queries) {
      const age = lease ? clock.monotonic() - lease.readAt : Number.POSITIVE_INFINITY;
      if (!lease || age > METADATA_INDEX_LEASE_SECONDS * 1000) {
        return queries === executor ? readOnce() : read(queries);
      }
      // A write that finds the list too old reports the error, if it stays.
      if (age > METADATA_INDEX_REFRESH_SECONDS * 1000) void readOnce().catch(() => undefined);
      return lease.set;
    },
    invalidate() {
      lease = undefined;
    },
  };
}
