// Stores the outcome of an exchange: changes upon another state of the service, refusals, and requests whose keys are forgotten.
// Each outcome is one update of the device's storage.
import type { Environment } from '../environment.ts';
import type { PlaykeepError } from '../failure.ts';
import { toJson } from '../metadata.ts';
import { randomId } from '../random-id.ts';
import type { JsonObject, MetadataRecord } from '../record.ts';
import type { Batch } from './batch.ts';
import { applyChanges, type Change, hasAdditions, type QueuedChange, type Refusal } from './change.ts';
import type { Base, SaveQueue } from './queue.ts';
import { changesOfDecision, findEffect, type Rebase, rebaseChanges } from './rebase.ts';

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
  /** The service knows the key no more. Changes that the record shows are settled, and those that it does not show wait again. */
  forget(batch: Batch, record: MetadataRecord): Promise<void>;
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

  /**
   * Puts changes upon a record, asks for a decision where both sides changed one path, and stores the result.
   * @param settled the request that is settled thereby
   * @param gone numbers of changes that are settled  @param base the text upon which the others were made
   * @returns false if a change was discarded meanwhile, or another tab was faster
   */
  async function putUpon(
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
    const isDecided = rebase.isConflict && resolve !== undefined;
    if (isDecided) {
      const decision = JSON.parse(toJson(await resolve(conflict)));
      const taken = new Set(queue.changes.map(({ number }) => number));
      setDecision(update, changes, rebase, decision, taken, new Date(environment.now()).toISOString());
    } else {
      for (const [index, { number, ...change }] of rebase.changes.entries()) {
        if (changes[index]?.body !== change.body) update.set(number, change);
      }
    }
    const isStored = await queue.commit({
      ...{ expectedKey: settled?.key ?? null, batch: null, base: baseOf(record), changes: update },
      expectedChanges: changes.map(({ number }) => number),
    });
    if (isStored && rebase.isConflict && !isDecided) onConflict(conflict);
    return isStored;
  }

  /** Puts all changes upon a record that is stored. There is no need any more for what the save began with. */
  async function putAllUpon(settled: Batch | undefined, record: MetadataRecord): Promise<void> {
    const key = settled?.key;
    // Again for a change that the game discarded meanwhile. Another tab that was faster has settled the request.
    while (!signal.aborted && queue.batch?.key === key) {
      const begins = queue.pending.filter(({ kind }) => kind === 'initial');
      const others = queue.pending.filter(({ kind }) => kind !== 'initial');
      const base =
        begins.length === 0 ? queue.base.text : JSON.stringify(applyChanges(queue.baseData, begins));
      const gone = begins.map(({ number }) => number);
      if (await putUpon(settled, record, others, gone, base)) return;
    }
  }

  async function adopt(record: MetadataRecord): Promise<void> {
    // The record may be one that nobody has stored. Then the changes stand upon what the save begins with.
    const isBegin = queue.pending.some(({ kind }) => kind === 'initial');
    if (!isBegin || record.text !== '{}') return putAllUpon(undefined, record);
    await queue.commit({ expectedKey: null, base: baseOf(record) });
  }

  const withdraw = async ({ key }: Batch, changes?: Changes): Promise<void> => {
    await queue.commit({ expectedKey: key, batch: null, ...(changes && { changes }) });
  };

  const mark = (changes: readonly QueuedChange[], marks: Partial<Change>): Changes =>
    new Map(changes.map(({ number, ...change }) => [number, { ...change, ...marks }]));

  return {
    async acknowledge({ key, numbers }, record) {
      const changes = new Map(numbers.map((number) => [number, undefined]));
      await queue.commit({ expectedKey: key, batch: null, base: baseOf(record), changes });
    },
    adopt,
    conflict: putAllUpon,
    withdraw: (batch) => withdraw(batch),
    async refuse(batch, { code, status, message, detail }) {
      const own = changesOf(batch);
      const refusal = { code, status, message, detail };
      await withdraw(batch, mark(own, own.length > 1 ? { isAlone: true } : { refusal }));
    },
    async forget(batch, record) {
      const isBegin = batch.ifNoneMatch !== undefined;
      if (record.etag === batch.ifMatch || (isBegin && record.text === '{}')) return withdraw(batch);
      if (isBegin) return putAllUpon(batch, record);
      const own = changesOf(batch);
      const effect = findEffect(own, queue.base.text, record.text);
      if (effect === 'there') {
        const others = queue.pending.filter(({ number }) => !batch.numbers.includes(number));
        const base = JSON.stringify(applyChanges(queue.baseData, own));
        await putUpon(batch, record, others, batch.numbers, base);
        return;
      }
      if (effect === 'unknown' && own.some(hasAdditions))
        return withdraw(batch, mark(own, { refusal: lostAnswer }));
      await putAllUpon(batch, record);
    },
  };
}

const lostAnswer: Refusal = {
  code: 'refused',
  status: 0,
  message: 'The answer was lost',
  detail: 'the record does not show whether these changes are in it',
};

const baseOf = ({ text, etag, playerId }: MetadataRecord): Base => ({ text, etag, playerId });

/**
 * Replaces the changes by one that stands for the decision, before the additions that are kept.
 * @param taken numbers of all changes that are stored
 */
function setDecision(
  update: Changes,
  changes: readonly QueuedChange[],
  rebase: Rebase,
  decision: JsonObject,
  taken: ReadonlySet<number>,
  madeAt: string,
): void {
  const { decided, kept } = changesOfDecision(rebase, decision, { id: randomId(), madeAt });
  for (const { number } of changes) update.set(number, undefined);
  for (const { number, ...change } of kept) update.set(number, change);
  if (decided === undefined) return;
  let number = Math.min(...changes.map((change) => change.number)) - 1;
  // A change that was set aside waits under its number for the game.
  while (taken.has(number)) number -= 1;
  update.set(number, decided);
}
