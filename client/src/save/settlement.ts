// The outcome of an exchange, stored: acknowledged changes, changes upon another state of the service, and refusals. Each outcome is
// one update of the device's storage.
import type { Environment } from '../environment.ts';
import type { PlaykeepError } from '../failure.ts';
import { toJson } from '../metadata.ts';
import { randomId } from '../random-id.ts';
import type { JsonObject, MetadataRecord } from '../record.ts';
import type { Batch } from './batch.ts';
import { applyChanges, type Change, type QueuedChange } from './change.ts';
import type { Base, SaveQueue } from './queue.ts';
import { changesOfDecision, type Rebase, rebaseChanges } from './rebase.ts';

export interface Conflict<Data extends object = JsonObject> {
  /** The state upon which the device's changes were made. */
  readonly base: Data;
  /** The service's state with the device's changes. Additions are left out; they come after any decision. */
  readonly mine: Data;
  /** The service's state. */
  readonly theirs: Data;
  readonly etag: string;
}

export interface SettlementOptions {
  readonly queue: SaveQueue;
  readonly environment: Environment;
  readonly resolve: ((conflict: Conflict) => object | Promise<object>) | undefined;
  readonly onConflict: (conflict: Conflict) => void;
  /** Aborted when the save is closed. */
  readonly signal: AbortSignal;
}

export interface Settlement {
  /** The request took effect. */
  acknowledge(batch: Batch, record: MetadataRecord): Promise<void>;
  /** The record was read. No request is on its way. */
  adopt(record: MetadataRecord): Promise<void>;
  /** 412: the request did not take effect. */
  conflict(batch: Batch, record: MetadataRecord): Promise<void>;
  /** The request did not take effect, and its changes wait again. */
  withdraw(batch: Batch): Promise<void>;
  /** The service refused the request. One change is set aside; of several, each goes by itself from now on. */
  refuse(batch: Batch, failure: PlaykeepError): Promise<void>;
}

type Changes = Map<number, Change | undefined>;

export function createSettlement({
  queue,
  environment,
  resolve,
  onConflict,
  signal,
}: SettlementOptions): Settlement {
  const changesOf = ({ numbers }: Batch): readonly QueuedChange[] =>
    queue.pending.filter(({ number }) => numbers.includes(number));

  let decided: Decision | undefined;

  /**
   * Puts changes upon a record, asks for a decision where both sides changed one path, and stores the result.
   * @param settled the request that is settled thereby
   * @param gone numbers of changes that are settled  @param base the text upon which the others were made
   * @returns false to be called again: after a decision, and where changes were made or discarded meanwhile, or another tab was faster
   */
  async function storeRebased(
    settled: Batch | undefined,
    record: MetadataRecord,
    changes: readonly QueuedChange[],
    gone: readonly number[],
    base = queue.base.text,
  ): Promise<boolean> {
    const rebase = rebaseChanges(changes, base, record.text);
    const { mine, theirs } = rebase;
    const conflict: Conflict = { base: rebase.base, mine, theirs, etag: record.etag ?? '' };
    const update: Changes = new Map(gone.map((number) => [number, undefined]));
    const numbers = queue.changes.map(({ number }) => number);
    const isDecided = rebase.isConflict && resolve !== undefined;
    if (isDecided) {
      const question = { base, text: record.text, changes, rebase };
      if (decided === undefined || !isAnswered(question, decided)) {
        const document = JSON.parse(toJson(await resolve(conflict)));
        decided = { ...question, document };
        return false;
      }
      setDecision(update, decided, changes, new Set(numbers), new Date(environment.now()).toISOString());
    } else {
      setAgain(update, changes, rebase.changes);
    }
    const isStored = await queue.commit({
      expectedKey: settled?.key ?? null,
      batch: null,
      base: baseOf(record),
      changes: update,
      expectedChanges: changes,
      expectedLast: Math.max(0, ...numbers),
    });
    if (isStored) decided = undefined;
    if (isStored && rebase.isConflict && !isDecided) onConflict(conflict);
    return isStored;
  }

  /** Puts all changes upon a record that is stored. There is no need any more for what the save began with. */
  async function putAllUpon(settled: Batch | undefined, record: MetadataRecord): Promise<void> {
    const key = settled?.key;
    // Again for a change that the game made or discarded meanwhile. Another tab that was faster has settled the request.
    while (!signal.aborted && queue.batch?.key === key) {
      const begins = queue.pending.filter(({ kind }) => kind === 'initial');
      const others = queue.pending.filter(({ kind }) => kind !== 'initial');
      const base =
        begins.length === 0 ? queue.base.text : JSON.stringify(applyChanges(queue.baseData, begins));
      const gone = begins.map(({ number }) => number);
      if (await storeRebased(settled, record, others, gone, base)) return;
    }
  }

  /**
   * Where the record holds nothing, the changes stand upon what the save begins with. After 412 it was deleted, and the save begins
   * again with the entity tag of the deletion.
   */
  async function meet(settled: Batch | undefined, record: MetadataRecord): Promise<void> {
    const begin = record.text === '{}' && queue.pending.find(({ kind }) => kind === 'initial');
    if (!begin) return putAllUpon(settled, record);
    const changes = settled && mark([begin], { isAgain: true });
    await queue.commit({
      ...{ expectedKey: settled?.key ?? null, batch: null, base: baseOf(record) },
      ...(changes && { changes }),
    });
  }

  const withdraw = async ({ key }: Batch, changes?: Changes): Promise<void> => {
    await queue.commit({ expectedKey: key, batch: null, ...(changes && { changes }) });
  };

  const mark = (changes: readonly QueuedChange[], marks: Partial<Change>): Changes =>
    new Map(changes.map(({ number, ...change }) => [number, { ...change, ...marks }]));

  return {
    async acknowledge(batch, record) {
      const { key, numbers } = batch;
      const changes = new Map(numbers.map((number) => [number, undefined]));
      // Again for a change that the game made or discarded meanwhile, or that was joined with another.
      for (let isStored = false; !isStored && !signal.aborted && queue.batch?.key === key; ) {
        const waiting = queue.pending.filter(({ number }) => !numbers.includes(number));
        const expected = JSON.stringify(applyChanges(queue.baseData, changesOf(batch)));
        // The answer to a repetition may hold what others wrote since. Upon any other, changes of meanwhile stand as they are.
        isStored =
          expected !== JSON.stringify(JSON.parse(record.text))
            ? await storeRebased(batch, record, waiting, numbers, expected)
            : await queue.commit({ expectedKey: key, batch: null, base: baseOf(record), changes });
      }
    },
    adopt: (record) => meet(undefined, record),
    conflict: meet,
    withdraw: (batch) => withdraw(batch),
    async refuse(batch, { code, status, message, detail }) {
      const own = changesOf(batch);
      const refusal = { code, status, message, detail };
      await withdraw(batch, mark(own, own.length > 1 ? { isAlone: true } : { refusal }));
    },
  };
}

const baseOf = ({ text, etag, playerId }: MetadataRecord): Base => ({ text, etag, playerId });

/** Two states of a save, of which the game is asked to make one. */
interface Question {
  /** The texts of the state upon which the changes were made, and of the service's. */
  readonly base: string;
  readonly text: string;
  readonly changes: readonly QueuedChange[];
  readonly rebase: Rebase;
}
type Decision = Question & { readonly document: JsonObject };

/** Does a decision stand, also for changes that the game made while it decided? It does unless they dispute more paths. */
const isAnswered = ({ base, text, changes, rebase }: Question, decision: Decision): boolean =>
  base === decision.base &&
  text === decision.text &&
  decision.changes.every((change, index) => changes[index] === change) &&
  rebase.disputed.every((pointer) => decision.rebase.disputed.includes(pointer));

/** Stores the changes that go again in another form. */
function setAgain(update: Changes, changes: readonly QueuedChange[], again: readonly QueuedChange[]): void {
  for (const [index, { number, ...change }] of again.entries())
    if (changes[index]?.body !== change.body) update.set(number, change);
}

/**
 * Replaces the changes of a decision by one that stands for it, before the additions that are kept, and puts later changes upon it.
 * @param taken numbers of all changes that are stored
 */
function setDecision(
  update: Changes,
  { base, changes, rebase, document }: Decision,
  all: readonly QueuedChange[],
  taken: ReadonlySet<number>,
  madeAt: string,
): void {
  const { decided, kept } = changesOfDecision(rebase, document, { id: randomId(), madeAt });
  for (const { number } of changes) update.set(number, undefined);
  for (const { number, ...change } of kept) update.set(number, change);
  const later = all.slice(changes.length);
  const [before, after] = [applyChanges(JSON.parse(base), changes), applyChanges(document, kept)];
  setAgain(update, later, rebaseChanges(later, JSON.stringify(before), JSON.stringify(after)).changes);
  if (decided === undefined) return;
  let number = Math.min(...changes.map((change) => change.number)) - 1;
  // A change that was set aside waits under its number for the game.
  while (taken.has(number)) number -= 1;
  update.set(number, decided);
}
