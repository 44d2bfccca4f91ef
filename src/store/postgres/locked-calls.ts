// Calls whose rows another transaction has locked. The statements of batches wait for a lock for a moment only (short-lock-wait.sql), so
// one locked row does not hold up the other players of a batch. A call whose row is locked waits apart from the batches, holds no
// connection meanwhile, and is refused when its time is over.
import type { BatchMonitor } from '../../admission/admission-control.ts';
import { systemClock } from '../../lib/clock.ts';
import { LOCKED_ROW_PAUSE_MILLISECONDS } from '../../tuning.ts';
import { isLockedRow, StoreBusy } from '../ports/errors.ts';
import type { Outcome } from '../shared/batcher.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import { findLocked } from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

export interface Locks<Call> {
  /** Answers for each call whether another transaction has locked its row, in order. It waits for no row. */
  readonly find: (calls: readonly Call[]) => Promise<readonly boolean[]>;
  /** The time after which a call whose row is locked is refused. */
  readonly timeoutMilliseconds: number;
}

/** Looks which calls wait for a lock. @throws the errors of a store */
export const findLockedCalls = <Call>(locks: Locks<Call>, calls: readonly Call[]) =>
  withRetries(() => locks.find(calls), true);

export interface LockedCalls<Call, Result> {
  /** Waits until the row of a call is free, and runs the call. @throws StoreBusy when its time is over before */
  wait(call: Call): Promise<Result>;
  /** Resolves when no call waits. */
  drain(): Promise<void>;
}

interface Waiting<Call, Result> {
  readonly call: Call;
  readonly until: number;
  readonly resolve: (value: Result | PromiseLike<Result>) => void;
  readonly reject: (error: unknown) => void;
}

interface LockedCallsOptions<Call, Result> {
  readonly locks: Locks<Call>;
  /** Runs calls. The outcome of one that met a lock is the error `lockedRow`. */
  readonly run: (calls: readonly Call[]) => Promise<readonly Outcome<Result>[]>;
  /** The calls that may run together. */
  readonly maxCalls: number;
  readonly monitor: Pick<BatchMonitor, 'addWaiting'>;
}

export function createLockedCalls<Call, Result>({
  locks,
  run,
  maxCalls,
  monitor,
}: LockedCallsOptions<Call, Result>): LockedCalls<Call, Result> {
  const waiting = new Set<Waiting<Call, Result>>();
  let passes: Promise<void> | undefined;

  function end(each: Waiting<Call, Result>, outcome: Outcome<Result>): void {
    waiting.delete(each);
    monitor.addWaiting(-1);
    if ('value' in outcome) each.resolve(outcome.value);
    else each.reject(outcome.error);
  }

  /** Runs the calls whose rows are free now. Those that have to wait on go to the end, since one pass may not see all. */
  async function pass(): Promise<void> {
    const now = systemClock.monotonic();
    for (const each of waiting) if (now >= each.until) end(each, { error: new StoreBusy('lockedRow') });
    const group = [...waiting].slice(0, maxCalls);
    if (group.length === 0) return;
    for (const each of group) {
      waiting.delete(each);
      waiting.add(each);
    }
    try {
      const locked = await findLockedCalls(
        locks,
        group.map(({ call }) => call),
      );
      const free = group.filter((_, index) => !locked[index]);
      if (free.length === 0) return;
      const outcomes = await run(free.map(({ call }) => call));
      free.forEach((each, index) => {
        const outcome = outcomes[index];
        if (outcome && !('error' in outcome && isLockedRow(outcome.error))) end(each, outcome);
      });
    } catch (error) {
      // The look may meet a lock of the whole table.
      if (!isLockedRow(error)) for (const each of group) end(each, { error });
    }
  }

  async function passUntilNoneWaits(): Promise<void> {
    while (waiting.size > 0) {
      // A real pause, since a real transaction holds the lock.
      await systemClock.sleep(LOCKED_ROW_PAUSE_MILLISECONDS);
      await pass();
    }
    passes = undefined;
  }

  return {
    wait(call) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const until = systemClock.monotonic() + locks.timeoutMilliseconds;
      waiting.add({ call, until, resolve, reject });
      monitor.addWaiting(1);
      passes ??= passUntilNoneWaits();
      return promise;
    },
    drain: async () => passes,
  };
}

/** Bounds the waits for locks in a transaction as those of batches (short-lock-wait.sql). */
export const shortenLockWaits = (queries: Queries) => queries.query(`SET LOCAL lock_timeout = '100ms'`);

/** Where no look shows which call waits. A call by itself waits for its lock for a moment, at each look. */
export function unseenLocks<Call>({
  shards,
  timeoutMilliseconds,
}: Pick<Database, 'shards' | 'timeoutMilliseconds'>): Locks<Call> | undefined {
  return shards ? undefined : { timeoutMilliseconds, find: async (calls) => calls.map(() => false) };
}

type Table = keyof typeof findLocked;

/** The locks of rows by sequential id. Undefined on Citus, where each worker has its own part of the connections. */
export function rowLocks<Call>(
  { executor, shards, timeoutMilliseconds }: Pick<Database, 'executor' | 'shards' | 'timeoutMilliseconds'>,
  tables: readonly Table[],
  idOf: (call: Call) => number,
): Locks<Call> | undefined {
  if (shards) return undefined;
  return {
    timeoutMilliseconds,
    async find(calls) {
      const ids = calls.map(idOf);
      const rows = await Promise.all(tables.map((table) => executor.run(findLocked[table], { ids })));
      const locked = new Set(rows.flat().map(({ sequentialId }) => sequentialId));
      return ids.map((id) => locked.has(id));
    },
  };
}
