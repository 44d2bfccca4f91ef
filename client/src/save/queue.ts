// The save as this device has it: the last record of the service, the request on its way, and the changes in order. The stored
// area is the one truth; memory follows it after each update, and after those of other tabs.
import { PlaykeepError } from '../failure.ts';
import type { JsonObject } from '../record.ts';
import type { AreaUpdate, StorageArea } from '../storage/area.ts';
import type { Batch } from './batch.ts';
import { applyChange, applyChanges, type Change, type QueuedChange } from './change.ts';
import { isEqual } from './equality.ts';
import { freeze } from './freeze.ts';

/** The last known state of the service. */
export interface Base {
  readonly text: string;
  /** Undefined before the service was reached for the first time. */
  readonly etag: string | undefined;
  /** As the service names the player. */
  readonly playerId?: string | undefined;
}

export interface QueueUpdate {
  /** The key of the request that must still be on its way; `null` for none. Without it any may be, and stays. */
  readonly expectedKey?: string | null;
  /** `null` ends the request on its way; undefined leaves it. */
  readonly batch?: Batch | null;
  readonly base?: Base;
  /** Undefined deletes. */
  readonly changes?: ReadonlyMap<number, Change | undefined>;
  /** Changes of this queue that must still be stored as they are. */
  readonly expectedChanges?: readonly QueuedChange[];
  /** No change may be stored under a higher number. */
  readonly expectedLast?: number;
}

export interface SaveQueue {
  readonly base: Base;
  /** The base as values. */
  readonly baseData: JsonObject;
  readonly batch: Batch | undefined;
  /** All that are stored, in order. */
  readonly changes: readonly QueuedChange[];
  /** Those without a refusal. */
  readonly pending: readonly QueuedChange[];
  /** Does a change wait, is a request on its way, or was the record never read? */
  readonly hasWork: boolean;
  /** The player's view: the base with all changes that were not refused. It is another object only where its values are others. */
  readonly data: JsonObject;
  readonly isDurable: boolean;
  /** Of all changes on the device. */
  readonly count: number;
  /** Of the changes that are stored. */
  readonly sizeCharacters: number;
  /**
   * Changes the view at once, and resolves with the number when the change is stored. It tells nobody: who calls it tells the new
   * view, when the change has its place before all that listeners do. @throws DoesNotApply
   */
  add(change: Change): Promise<number>;
  /** Resolves with false if another tab was faster. The queue is then as that tab left it. */
  commit(update: QueueUpdate): Promise<boolean>;
  /** Takes over the updates of other tabs. It waits for at most two reads, however many are asked for meanwhile. */
  reload(): Promise<void>;
  /**
   * @param listener called after each write of this queue, for those who read the same storage; with true for a new change. It takes
   *   the place of the one before
   */
  onWritten(listener: (isNew: boolean) => void): void;
  close(): Promise<void>;
}

const emptyBase: Base = { text: '{}', etag: undefined };

/** @param onUpdate called after each change of the stored state, and of the view by it */
export async function openQueue(area: StorageArea, onUpdate: () => void): Promise<SaveQueue> {
  let base = emptyBase;
  let baseData: JsonObject = freeze({});
  let baseText: string | undefined;
  let batchText: string | undefined;
  let batch: Batch | undefined;
  let changes: readonly QueuedChange[] = [];
  let sizeCharacters = 0;
  /** Made, and not known to be stored. */
  const unstored = new Map<string, Change>();
  /** Those of them that are stored. A read that begins now has them, or what another tab has made of them. */
  const stored = new Set<string>();
  let data: JsonObject = {};
  /** The view as it was made last. Its values are those of `data`, and each effect of a change is known upon its objects. */
  let made: JsonObject = data;
  let isClosed = false;
  let tellWritten: ((isNew: boolean) => void) | undefined;
  const parsed = new Map<number, { readonly text: string; readonly change: QueuedChange }>();

  const pending = () => changes.filter(({ refusal }) => refusal === undefined);

  function parse(number: number, text: string): QueuedChange {
    const known = parsed.get(number);
    if (known?.text === text) return known.change;
    const change = { ...JSON.parse(text), number };
    parsed.set(number, { text, change });
    return change;
  }

  async function read(): Promise<void> {
    if (isClosed) return;
    const known = [...stored];
    const content = await area.read();
    const text = content.values.get('base');
    if (text !== baseText) {
      baseText = text;
      base = text === undefined ? emptyBase : JSON.parse(text);
      baseData = freeze(JSON.parse(base.text));
    }
    batchText = content.values.get('batch');
    batch = batchText === undefined ? undefined : JSON.parse(batchText);
    const numbers = [...content.changes.keys()].sort((a, b) => a - b);
    changes = numbers.map((number) => parse(number, content.changes.get(number) ?? ''));
    sizeCharacters = [...content.changes.values()].reduce((sum, { length }) => sum + length, 0);
    for (const number of parsed.keys()) if (!content.changes.has(number)) parsed.delete(number);
    for (const id of [...known, ...changes.map((change) => change.id)]) {
      unstored.delete(id);
      stored.delete(id);
    }
    const before = made;
    made = freeze(applyChanges(baseData, [...pending(), ...unstored.values()]));
    if (made !== before && !isEqual(made, data, true)) data = made;
    onUpdate();
  }

  /** The read that runs or ran last, and the one that begins after it for all who ask meanwhile. */
  let running = Promise.resolve();
  let next: Promise<void> | undefined;

  function reload(): Promise<void> {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = read();
        return running;
      });
    return next;
  }

  await reload();

  return {
    get base() {
      return base;
    },
    get baseData() {
      return baseData;
    },
    get batch() {
      return batch;
    },
    get changes() {
      return changes;
    },
    get pending() {
      return pending();
    },
    get hasWork() {
      return base.etag === undefined || batch !== undefined || unstored.size > 0 || pending().length > 0;
    },
    get data() {
      return data;
    },
    get isDurable() {
      return area.isDurable;
    },
    get count() {
      return changes.length + unstored.size;
    },
    get sizeCharacters() {
      return sizeCharacters;
    },
    async add(change) {
      made = freeze(applyChange(made, change));
      data = made;
      unstored.set(change.id, change);
      try {
        const text = JSON.stringify(change);
        const number = await area.append(text);
        stored.add(change.id);
        // A read that saw it first has given it out, and a caller names it by that object.
        if (parsed.get(number)?.text !== text) parsed.set(number, { text, change: { ...change, number } });
        await reload();
        tellWritten?.(true);
        return number;
      } catch (error) {
        unstored.delete(change.id);
        stored.delete(change.id);
        await reload().catch(() => undefined);
        throw error;
      }
    },
    async commit(update) {
      const { expectedKey } = update;
      // The storage may belong to a save that was opened after this one.
      if (isClosed) return false;
      if (expectedKey !== undefined && expectedKey !== (batch?.key ?? null)) return false;
      const expected = new Map<number, string>();
      for (const change of update.expectedChanges ?? []) {
        const known = parsed.get(change.number);
        if (known?.change !== change) return false;
        expected.set(change.number, known.text);
      }
      const applied = await area.commit({
        ...toAreaUpdate(update, batchText),
        ...(update.expectedChanges && { expectedChanges: expected }),
        ...(update.expectedLast !== undefined && { expectedLast: update.expectedLast }),
      });
      await reload();
      tellWritten?.(false);
      return applied;
    },
    reload,
    onWritten(listener) {
      tellWritten = listener;
    },
    close() {
      isClosed = true;
      return area.close();
    },
  };
}

function toAreaUpdate({ batch, base, changes }: QueueUpdate, expectedBatch: string | undefined): AreaUpdate {
  const texts =
    changes && new Map([...changes].map(([number, change]) => [number, change && JSON.stringify(change)]));
  return {
    expectedBatch,
    values: {
      ...(batch !== undefined && { batch: batch === null ? undefined : JSON.stringify(batch) }),
      ...(base && { base: JSON.stringify(base) }),
    },
    ...(texts && { changes: texts }),
  };
}

const mostChanges = 500;
const mostCharacters = 8 * 1_048_576;

/** @throws PlaykeepError `too-large` where one more change has no place on the device */
export function assertRoom(queue: SaveQueue, addedCharacters: number): void {
  if (queue.count < mostChanges && queue.sizeCharacters + addedCharacters <= mostCharacters) return;
  throw new PlaykeepError('too-large', 'Too many changes wait for the service', {
    detail: `at most ${mostChanges} changes and 8 MB wait on a device`,
  });
}
