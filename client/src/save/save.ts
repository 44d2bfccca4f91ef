// A save that works without a network: its status, and the functions that the game calls. The states of its changes are in change.ts.
import { createEmitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import { PlaykeepError } from '../failure.ts';
import { toJson } from '../metadata.ts';
import { randomId } from '../random-id.ts';
import type { Json, JsonObject } from '../record.ts';
import {
  type Change,
  type ChangeBody,
  type ChangeKind,
  type QueuedChange,
  setBody,
  stateOf,
} from './change.ts';
import { checkOperations } from './check-operations.ts';
import { DoesNotApply } from './operations.ts';
import { isObject } from './pointer.ts';
import { assertRoom, type SaveQueue } from './queue.ts';
import type { Kept, PendingChange, Save, SaveEvents, SaveStatus } from './save-api.ts';
import type { Conflict } from './settlement.ts';
import type { SaveSession } from './shared-session.ts';
import type { Nudge } from './tabs.ts';

/**
 * By status and event, the next status. An event that a status does not name changes nothing there. The queue tells `work` and
 * `idle`, the game `retry` and `retryIdle`, with and without work. The sender tells by itself, in any status: `saving` with each
 * request, `saved` with nothing to do, `waiting` after a failure that passes, and `blocked` after any other one.
 */
const statuses = {
  saved: { work: 'saving' },
  saving: { idle: 'saved' },
  waiting: { idle: 'saved' },
  blocked: { retry: 'saving', retryIdle: 'saved' },
} as const satisfies Record<SaveStatus, Partial<Record<StatusEvent, SaveStatus>>>;

type StatusEvent = 'work' | 'idle' | 'retry' | 'retryIdle';

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

  function describe(change: QueuedChange): PendingChange {
    const { id, kind, madeAt, refusal, count = 1 } = change;
    const facts = { id, kind, madeAt, count, state: stateOf(change, queue.batch) };
    return refusal ? { ...facts, error: new PlaykeepError(refusal.code, refusal.message, refusal) } : facts;
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
    happen(queue.hasWork ? 'work' : 'idle');
    settleWaiters();
  }

  function happen(event: StatusEvent): void {
    const after: Partial<Record<StatusEvent, SaveStatus>> = statuses[status];
    const next = after[event];
    if (next) onStatus(next, undefined);
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
    if ('operations' in given) checkOperations(given.operations);
    const body = 'data' in given ? setBody(queue.data, given.data) : given;
    assertRoom(queue, JSON.stringify(body).length);
    const madeAt = new Date(parts.environment.now()).toISOString();
    const change: Change = { id: randomId(), kind, madeAt, body };
    try {
      const stored = queue.add(change);
      keeping.add(stored);
      // Listeners may call the save. Their changes come after this one.
      onUpdate();
      await stored.finally(() => keeping.delete(stored));
    } catch (thrown) {
      if (!(thrown instanceof DoesNotApply)) throw thrown;
      throw new PlaykeepError('refused', 'Patch does not apply', { detail: thrown.message });
    }
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
      if (stateOf(change, queue.batch) === 'sent') {
        throw new PlaykeepError('refused', 'The change is on its way to the service');
      }
      const changes = new Map([[change.number, undefined]]);
      if (await queue.commit({ changes, expectedChanges: [change] })) return true;
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
      await Promise.allSettled([...keeping]);
      await queue.reload();
      return queue.changes.map(describe);
    },
    retry(session) {
      parts.nudge('retry', session);
      // A flush right after it waits for the new attempt.
      if (!isClosed) happen(queue.hasWork ? 'retry' : 'retryIdle');
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
