// A save that works without a network: what the game sees and calls.

import { createEmitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import { PlaykeepError } from '../failure.ts';
import type { PatchOperation } from '../metadata.ts';
import { toJson } from '../metadata.ts';
import { randomId } from '../random-id.ts';
import type { Json, JsonObject } from '../record.ts';
import { type Change, type ChangeBody, type ChangeKind, setBody } from './change.ts';
import { DoesNotApply } from './operations.ts';
import { isObject } from './pointer.ts';
import { assertRoom, type SaveQueue } from './queue.ts';
import type { Conflict } from './settlement.ts';
import type { SaveSession } from './shared-session.ts';
import type { Nudge, SaveStatus } from './tabs.ts';

export interface IncrementOptions {
  readonly min?: number;
  readonly max?: number;
  /** The value of a missing member before the addition, 0 by default. */
  readonly initial?: number;
}

export interface AppendOptions {
  /** The most items of the array; beyond it the first ones go. */
  readonly maxItems?: number;
}

export interface PendingChange {
  readonly id: string;
  readonly kind: ChangeKind;
  /** ISO 8601, by the device's clock. */
  readonly madeAt: string;
  readonly state: 'queued' | 'sent' | 'refused';
  /** Why it was refused. */
  readonly error?: PlaykeepError;
}

/** The outcome of a change. */
export interface Kept {
  readonly id: string;
  /** False where the change is in memory alone, and goes with the process. */
  readonly durable: boolean;
}

export interface SaveEvents<Data extends object> {
  /** `data` is another one. */
  change: { readonly data: Data };
  status: {
    readonly status: SaveStatus;
    readonly durable: boolean;
    readonly error: PlaykeepError | undefined;
  };
  /** Two devices changed one path, and this device's change stays: there is no `resolve`. */
  conflict: Conflict<Data>;
  /** A change was set aside. It waits for `discard`. */
  refused: PendingChange;
}

/** Changes of `data` apply at once, and resolve when they are kept on the device. They reject for a change that does not apply. */
export interface Save<Data extends object = JsonObject> {
  /** The player's view. It is a new object after each change, and frozen: a game edits a copy. */
  readonly data: Data;
  merge(patch: object): Promise<Kept>;
  patch(operations: readonly PatchOperation[]): Promise<Kept>;
  set(data: object): Promise<Kept>;
  /** Adds to a number, exactly. Additions of several devices are all there. @param path a JSON Pointer */
  increment(path: string, by: number, options?: IncrementOptions): Promise<Kept>;
  /** Adds an item at the end of an array. @param path a JSON Pointer */
  append(path: string, value: unknown, options?: AppendOptions): Promise<Kept>;
  /**
   * Resolves when the service has acknowledged every change made before the call. It rejects when the save is `blocked`, when a
   * change was refused, or after three failed attempts; the changes stay on the device.
   */
  flush(): Promise<void>;
  readonly status: SaveStatus;
  /** Why the status is `waiting` or `blocked`. */
  readonly error: PlaykeepError | undefined;
  /** False where the device keeps nothing: changes go with the process unless they reach the service. */
  readonly durable: boolean;
  pending(): Promise<readonly PendingChange[]>;
  /**
   * Begins again after the save was `blocked`, and at once while it is `waiting`. A save is no longer `blocked` when it returns.
   * @param session that writes the changes from now on, such as one that took over from another device
   */
  retry(session?: SaveSession): void;
  /** Drops a change that was refused or not sent. @returns false where there is none. @throws PlaykeepError `refused` for one on its way */
  discard(id: string): Promise<boolean>;
  on<Name extends keyof SaveEvents<Data>>(
    event: Name,
    listener: (event: SaveEvents<Data>[Name]) => void,
  ): () => void;
  /** Ends the save on this device. Changes that wait stay, and go when it is opened again. */
  close(): Promise<void>;
}

export interface SaveParts {
  readonly environment: Environment;
  /** @param session that takes the place of the one before */
  readonly nudge: (nudge: Nudge, session?: SaveSession) => void;
  readonly close: () => Promise<void>;
}

interface Waiter {
  readonly upTo: number;
  failures: number;
  readonly resolve: () => void;
  readonly reject: (failure: PlaykeepError) => void;
}

const failuresOfFlush = 3;
const closed = () => new PlaykeepError('closed', 'The save was closed');

/** The save, and the functions by which its queue and its sender tell it news. */
export interface SaveHandle<Data extends object> {
  readonly save: Save<Data>;
  readonly onUpdate: () => void;
  readonly onStatus: (status: SaveStatus, error: PlaykeepError | undefined) => void;
  readonly onConflict: (conflict: Conflict) => void;
}

export function createSave<Data extends object>(queue: SaveQueue, parts: SaveParts): SaveHandle<Data> {
  const emitter = createEmitter<SaveEvents<Data>>();
  const waiters = new Set<Waiter>();
  const toldRefusals = new Set(queue.changes.flatMap(({ id, refusal }) => (refusal ? [id] : [])));
  /** Changes that are being kept. */
  const keeping = new Set<Promise<unknown>>();
  let status: SaveStatus = queue.hasWork ? 'waiting' : 'saved';
  let error: PlaykeepError | undefined;
  let isClosed = false;
  let data = queue.data;

  function describe({ id, kind, madeAt, refusal, number }: SaveQueue['changes'][number]): PendingChange {
    if (refusal) {
      return {
        id,
        kind,
        madeAt,
        state: 'refused',
        error: new PlaykeepError(refusal.code, refusal.message, refusal),
      };
    }
    return { id, kind, madeAt, state: queue.batch?.numbers.includes(number) ? 'sent' : 'queued' };
  }

  function settleWaiters(): void {
    for (const waiter of waiters) {
      if (queue.pending.some(({ number }) => number <= waiter.upTo)) continue;
      waiters.delete(waiter);
      const refused = queue.changes.find(({ refusal }) => refusal !== undefined);
      const failure = refused && describe(refused).error;
      if (failure) waiter.reject(failure);
      else waiter.resolve();
    }
  }

  function onUpdate(): void {
    if (queue.data !== data) {
      data = queue.data;
      emitter.emit('change', { data: data as Data });
    }
    for (const change of queue.changes) {
      if (change.refusal === undefined || toldRefusals.has(change.id)) continue;
      toldRefusals.add(change.id);
      emitter.emit('refused', describe(change));
    }
    if (!queue.hasWork && (status === 'saving' || status === 'waiting')) onStatus('saved', undefined);
    else if (queue.hasWork && status === 'saved') onStatus('saving', undefined);
    settleWaiters();
  }

  function onStatus(next: SaveStatus, failure: PlaykeepError | undefined): void {
    for (const waiter of failure ? waiters : []) {
      waiter.failures += 1;
      if (next !== 'blocked' && waiter.failures < failuresOfFlush) continue;
      waiters.delete(waiter);
      waiter.reject(failure as PlaykeepError);
    }
    if (next === status && failure === error) return;
    status = next;
    error = failure;
    emitter.emit('status', { status, durable: queue.isDurable, error });
  }

  async function make(kind: ChangeKind, toBody: () => ChangeBody): Promise<Kept> {
    if (isClosed) throw closed();
    const given: ChangeBody = JSON.parse(toJson(toBody()));
    const whole = 'data' in given ? given.data : 'patch' in given ? given.patch : {};
    if (!isObject(whole)) throw new TypeError(`"${kind}" takes an object`);
    const body = 'data' in given ? setBody(queue.data, given.data) : given;
    assertRoom(queue, JSON.stringify(body).length);
    const madeAt = new Date(parts.environment.now()).toISOString();
    const change: Change = { id: randomId(), kind, madeAt, body };
    try {
      const stored = queue.add(change);
      keeping.add(stored);
      await stored.finally(() => keeping.delete(stored));
    } catch (thrown) {
      if (!(thrown instanceof DoesNotApply)) throw thrown;
      throw new PlaykeepError('refused', 'Patch does not apply', { detail: thrown.message });
    }
    parts.nudge('notify');
    return { id: change.id, durable: queue.isDurable };
  }

  async function flush(): Promise<void> {
    if (isClosed) throw closed();
    await Promise.allSettled([...keeping]);
    if (status === 'blocked' && error && queue.pending.length > 0) throw error;
    const upTo = Math.max(...queue.changes.map(({ number }) => number), 0);
    await new Promise<void>((resolve, reject) => {
      waiters.add({ upTo, failures: 0, resolve, reject });
      settleWaiters();
      parts.nudge('wake');
    });
  }

  async function discard(id: string): Promise<boolean> {
    for (;;) {
      if (isClosed) throw closed();
      await queue.reload();
      const change = queue.changes.find((each) => each.id === id);
      if (change === undefined) return false;
      if (queue.batch?.numbers.includes(change.number)) {
        throw new PlaykeepError('refused', 'The change is on its way to the service');
      }
      const { number } = change;
      if (await queue.commit({ changes: new Map([[number, undefined]]), expectedChanges: [number] }))
        return true;
    }
  }

  const save: Save<Data> = {
    get data() {
      return queue.data as Data;
    },
    get status() {
      return status;
    },
    get error() {
      return error;
    },
    get durable() {
      return queue.isDurable;
    },
    merge: (patch) => make('merge', () => ({ patch: patch as JsonObject })),
    patch: (operations) => make('patch', () => ({ operations })),
    set: (whole) => make('set', () => ({ data: whole as JsonObject })),
    increment: (path, by, options) =>
      make('increment', () => ({ operations: [{ ...options, op: 'increment', path, by }] })),
    append: (path, value, options) =>
      make('append', () => ({ operations: [{ ...options, op: 'append', path, value: value as Json }] })),
    flush,
    async pending() {
      await queue.reload();
      return queue.changes.map(describe);
    },
    retry(session) {
      parts.nudge('retry', session);
      // A flush right after it waits for the new attempt.
      if (status === 'blocked' && !isClosed) onStatus(queue.hasWork ? 'saving' : 'saved', undefined);
    },
    discard,
    on: (event, listener) => emitter.on(event, listener),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.allSettled([...keeping]);
      for (const waiter of waiters) waiter.reject(closed());
      waiters.clear();
      await parts.close();
    },
  };
  return {
    save,
    onUpdate,
    onStatus,
    onConflict: (conflict) => emitter.emit('conflict', conflict as unknown as Conflict<Data>),
  };
}
