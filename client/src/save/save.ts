// A save that works without a network: its status, and the functions that the game calls. What a change does is in device.ts.
import { createEmitter } from '../emitter.ts';
import type { Environment } from '../environment.ts';
import { PlaykeepError } from '../failure.ts';
import type { JsonObject } from '../record.ts';
import {
  type Edit,
  type Held,
  handedAfter,
  hasWork,
  isUnsent,
  type Kept,
  mostGuarded,
  mostOperations,
  plainOf,
  sendable,
  stepOf,
  type ToldConflict,
  withOther,
} from './device.ts';
import { isSame, type ObjectValue, toData, toText } from './exact.ts';
import { changedPaths } from './merge3.ts';
import { applyMerge, applyPatch, DoesNotApply, type Operation } from './patch.ts';
import { formatPointer, type Path, parsePointer } from './pointer.ts';
import type { Conflict, Durability, Pending, Refused, Save, SaveEvents, SaveStatus } from './save-api.ts';
import type { SaveSession } from './shared-session.ts';
import type { Origin, Store } from './store.ts';
import type { Nudge } from './tabs.ts';
import { applyEdit, documentOf, operationsOf, requestOf, type Step } from './unsent.ts';
import { toDocument, toOperations, toValue } from './values.ts';

/**
 * By status and event, the next status. An event that a status does not name changes nothing there. The store tells `work` and
 * `idle`, the game `retry` and `retryIdle`, with and without work. The sender tells by itself, in any status: `saving` with each
 * request, `saved` with nothing to do, `waiting` after a failure that passes, and `blocked` after any other one.
 */
const statuses = {
  saved: { work: 'saving' },
  saving: { idle: 'saved' },
  waiting: { idle: 'saved' },
  blocked: { idle: 'saved', retry: 'saving', retryIdle: 'saved' },
} as const satisfies Record<SaveStatus, Partial<Record<StatusEvent, SaveStatus>>>;

type StatusEvent = 'work' | 'idle' | 'retry' | 'retryIdle';

export interface SaveParts {
  readonly environment: Environment;
  readonly source: Save['source'];
  readonly units: readonly Path[];
  /** @param session that takes the place of the one before */
  readonly nudge: (nudge: Nudge, session?: SaveSession) => void;
  readonly refresh: () => Promise<void>;
  /** Ends the sender and the tabs. */
  readonly stop: () => void;
}

interface Waiter {
  readonly isDone: (kept: Kept) => boolean;
  failures: number;
  readonly resolve: () => void;
  readonly reject: (failure: PlaykeepError) => void;
}

const failuresOfFlush = 3;
const closed = () => new PlaykeepError('closed', 'The save was closed');

/** The save, and the functions by which its store and its sender tell it news. */
export interface SaveHandle<Data extends object> {
  readonly save: Save<Data>;
  readonly onChange: (origin: Origin | undefined) => void;
  readonly onStatus: (status: SaveStatus, error: PlaykeepError | undefined) => void;
  readonly onConflict: (conflict: ToldConflict) => void;
  readonly onRefused: (step: Step) => void;
  readonly onHeld: (held: readonly Held[]) => void;
}

/** A conflict as the game sees it. */
export function toConflict<Data extends object>(told: Omit<ToldConflict, 'kept'>): Conflict<Data> {
  const { kind, base, mine, theirs, merged, paths, writtenAt } = told;
  const data = (document: ObjectValue): Data => toData(document) as Data;
  return {
    ...{
      kind,
      base: base && data(base),
      mine: data(mine),
      theirs: data(theirs),
      merged: data(merged),
      paths,
    },
    theirsWrittenAt: writtenAt === null ? null : new Date(writtenAt),
  };
}

const errorOf = ({ message, detail, status }: Held): PlaykeepError =>
  new PlaykeepError('refused', message, { detail, status });

export function createSave<Data extends object>(store: Store, parts: SaveParts): SaveHandle<Data> {
  const emitter = createEmitter<SaveEvents<Data>>();
  const waiters = new Set<Waiter>();
  /** Changes that are being kept. */
  const keeping = new Set<Promise<unknown>>();
  let status: SaveStatus = hasWork(store.kept) ? 'waiting' : 'saved';
  let error: PlaykeepError | undefined;
  let isClosed = false;
  /** The state that the game of this tab handed over or loaded last. */
  let handed: JsonObject = store.kept?.handed ?? store.data;
  let hasLoaded = false;

  const now = (): Kept => {
    if (isClosed || !store.kept) throw closed();
    return store.kept;
  };

  function settleWaiters(): void {
    const { kept } = store;
    for (const waiter of waiters) {
      if (!kept || !waiter.isDone(kept)) continue;
      waiters.delete(waiter);
      waiter.resolve();
    }
  }

  function onChange(origin: Origin | undefined): void {
    if (origin) emitter.emit('change', { data: store.data as Data, origin });
    happen(hasWork(store.kept) ? 'work' : 'idle');
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
    emitter.emit('status', { status, durable: store.isDurable, error });
  }

  /** Resolves when what is kept fulfils a condition. */
  const until = (isDone: (kept: Kept) => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      waiters.add({ isDone, failures: 0, resolve, reject });
      settleWaiters();
    });

  async function keep(edit: Omit<Edit, 'at'>): Promise<Durability> {
    const stored = store.edit({ at: parts.environment.now(), ...edit });
    keeping.add(stored);
    await stored.finally(() => keeping.delete(stored));
    return { durable: store.isDurable };
  }

  /** A change of the document, and of what was handed by the same difference. @throws PlaykeepError `refused` */
  function change(edit: Pick<Edit, 'plain' | 'step'>): Omit<Edit, 'at'> {
    const kept = now();
    const isNewest = kept.handed === null || isSame(kept.handed, handed);
    const after = edit.step ? toData(applyPatch(store.data, operationsOf(edit.step))) : store.data;
    handed = handedAfter(handed, { at: 0, ...edit }, store.data, after);
    if (!isNewest) return edit;
    return kept.handed === null ? { ...edit, handed } : { ...edit, isHanded: true };
  }

  /** The game handed over or loaded a state. */
  function hand(state: JsonObject, base: JsonObject, isLoad: boolean): Omit<Edit, 'at'> {
    const { handed: newest } = now();
    const plain = plainOf(base, state, parts.units);
    const isNewest = newest !== null && isSame(newest, base);
    handed = state;
    hasLoaded = true;
    const edit = { plain, digest: digestOf(state), ...(isLoad && { isLoad }) };
    return isNewest ? { ...edit, isHanded: true, handed } : { ...edit, handed };
  }

  /** Changes of the game reject, and never throw. */
  async function attempt(act: () => Promise<Durability>): Promise<Durability> {
    try {
      now();
      return await act();
    } catch (thrown) {
      if (!(thrown instanceof DoesNotApply)) throw thrown;
      throw new PlaykeepError('refused', 'Patch does not apply', { detail: thrown.message });
    }
  }

  const become = (wanted: JsonObject): Promise<Durability> =>
    keep(change({ plain: plainOf(store.data, wanted, parts.units) }));

  function patch(operations: readonly Operation[]): Promise<Durability> {
    const additions = operations.filter(({ op }) => op === 'increment' || op === 'append');
    const after = applyPatch(store.data as ObjectValue, operations);
    if (additions.length > 0 && additions.length === operations.length) {
      return keepEach(additions.map(stepOf));
    }
    if (additions.length === 0 && !operations.some(({ op }) => op === 'test')) return become(toData(after));
    const { unsent, request } = now();
    const guarded = [...(request?.unsent.steps ?? []), ...unsent.steps].filter(({ op }) => op === 'patch');
    if (guarded.length >= mostGuarded || operations.length > mostOperations) {
      throw new PlaykeepError('too-large', 'Too many guarded patches wait for the service', {
        detail: `at most ${mostGuarded} of at most ${mostOperations} operations`,
      });
    }
    return keep(change({ step: { op: 'patch', operations } }));
  }

  async function keepEach(steps: readonly Step[]): Promise<Durability> {
    await Promise.all(steps.map((step) => keep(change({ step }))));
    return { durable: store.isDurable };
  }

  async function flush(): Promise<void> {
    now();
    await Promise.allSettled([...keeping]);
    const kept = now();
    if (status === 'blocked' && error && hasWork(kept)) throw error;
    const upTo = kept.last;
    // The tab that sends may not know of another one's change yet, whose number is no later.
    const isSent = ({ acknowledged, begun }: Kept) => store.isLeader && acknowledged >= upTo && !begun;
    const flushed = until((later) => !hasWork(later) || isSent(later));
    parts.nudge('wake');
    await flushed;
    const [held] = sendable(now()).held;
    if (held) throw errorOf(held);
  }

  function pending(): Pending | null {
    const { kept } = store;
    if (!kept || !isUnsent(kept)) return null;
    const { unsent, held } = sendable(kept);
    const { operations } = requestOf(kept.record, unsent, mostOperations, parts.units);
    const paths = [
      ...changedPaths(kept.record, documentOf(kept.unsent)).map(formatPointer),
      ...kept.unsent.steps.flatMap(operationsOf).map(({ path }) => path),
    ];
    return {
      since: kept.since === null ? null : new Date(kept.since),
      bytes: (kept.request?.body ?? toText(operations as never)).length,
      paths: [...new Set(paths)],
      held: held.map((one) => ({ path: one.path, error: errorOf(one) })),
      sent: kept.request !== undefined,
    };
  }

  async function discard(pointer?: string): Promise<void> {
    const path = pointer === undefined ? undefined : parsePointer(pointer);
    await Promise.allSettled([...keeping]);
    while (now().request) {
      parts.nudge('wake');
      await until(({ request }) => request === undefined);
    }
    await store.update((kept) => {
      if (!kept || kept.request) return kept;
      const { record } = kept;
      const questions: Kept['questions'] = [];
      if (path === undefined) return { ...kept, unsent: { plain: record, steps: [] }, held: [], questions };
      const unsent = applyEdit(kept.unsent, withOther(documentOf(kept.unsent), path, record));
      return { ...kept, unsent, held: kept.held.filter((held) => held.path !== pointer) };
    }, 'game');
    parts.nudge('notify');
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    await Promise.allSettled([...keeping]);
    for (const waiter of waiters) waiter.reject(closed());
    waiters.clear();
    parts.stop();
  }

  const save: Save<Data> = {
    get data() {
      return store.data as Data;
    },
    source: parts.source,
    get status() {
      return status;
    },
    get error() {
      return error;
    },
    get durable() {
      return store.isDurable;
    },
    load() {
      // One that loads the same again has handed nothing new.
      if (!isClosed && !(hasLoaded && handed === store.data)) {
        void keep(hand(store.data, handed, true)).catch(() => undefined);
      }
      return JSON.parse(JSON.stringify(store.data));
    },
    set: (state) =>
      attempt(() => {
        const value = toDocument(state, handed);
        // A storage of the game's own may be older than what was handed: then the game has changed nothing since.
        const isOld = !hasLoaded && now().earlier.includes(digestOf(value));
        return keep(isOld ? { ...hand(value, value, false), handed: value } : hand(value, handed, false));
      }),
    update: (make) => attempt(() => become(toDocument(make(store.data as Data), store.data, true))),
    merge: (given) =>
      attempt(() => become(toData(applyMerge(store.data, toDocument(given, undefined, true))))),
    patch: (operations) => attempt(() => patch(toOperations(operations))),
    increment: (path, by, options) =>
      attempt(() => patch(toOperations([{ ...options, op: 'increment', path, by }]))),
    append: (path, value, options) =>
      attempt(() =>
        patch(toOperations([{ ...options, op: 'append', path, value: toValue(value, undefined, true) }])),
      ),
    flush,
    refresh: async () => {
      now();
      await parts.refresh();
    },
    pending,
    aside: () => store.kept?.aside[0] && (toData(store.kept.aside[0]) as Data),
    dropAside: () => store.update((kept) => kept && { ...kept, aside: kept.aside.slice(1) }, 'game'),
    retry(session) {
      parts.nudge('retry', session);
      // A flush right after it waits for the new attempt.
      if (!isClosed) happen(hasWork(store.kept) ? 'retry' : 'retryIdle');
    },
    discard,
    on: (event, listener) => emitter.on(event, listener),
    async close() {
      await close();
      await store.close();
    },
    async forget({ evenUnsent = false } = {}) {
      if (!evenUnsent && isUnsent(now())) {
        throw new PlaykeepError('refused', 'Something of the save is unsent', {
          detail: 'flush() first, or forget({ evenUnsent: true })',
        });
      }
      await close();
      await store.clear();
      await store.close();
    },
  };
  const tellRefused = (refused: Refused): void => emitter.emit('refused', refused);
  return {
    save,
    onChange,
    onStatus,
    onConflict: (told) => emitter.emit('conflict', { ...toConflict<Data>(told), kept: told.kept }),
    onRefused: (step) =>
      tellRefused({
        paths: operationsOf(step).map(({ path }) => path),
        error: new PlaykeepError('refused', 'Patch does not apply'),
        held: false,
      }),
    onHeld(held) {
      const [first] = held;
      if (first) tellRefused({ paths: held.map(({ path }) => path), error: errorOf(first), held: true });
    },
  };
}

/** 106 bits of a state (cyrb53 with two seeds): enough to know it again among sixteen. */
function digestOf(state: JsonObject): string {
  const text = JSON.stringify(state);
  let [one, two, three, four] = [0xdeadbeef, 0x41c6ce57, 0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
    three = Math.imul(three ^ code, 2246822507);
    four = Math.imul(four ^ code, 3266489909);
  }
  return [one, two, three, four].map((part) => (part >>> 0).toString(16)).join('');
}
