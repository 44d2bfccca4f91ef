// One exchange with the service about a save: sends the request on its way and stores its outcome, or reads the record. A request
// whose first answer may be lost is settled by its key; where the service has forgotten the key, by the record.

import { PlaykeepError } from '../failure.ts';
import { metadataPath, playkeepPatchType, recordOf } from '../metadata.ts';
import { randomId } from '../random-id.ts';
import type { JsonObject, MetadataRecord } from '../record.ts';
import { isTemporary, type Reply, type Transport } from '../transport.ts';
import { type Batch, batchPath, composeBatch } from './batch.ts';
import { applyChanges, type Change, hasAdditions, type QueuedChange, type Refusal } from './change.ts';
import type { Base, SaveQueue } from './queue.ts';
import { changesOfDecision, findEffect, rebaseChanges } from './rebase.ts';

export interface Conflict<Data extends object = JsonObject> {
  /** The state upon which the device's changes were made. */
  readonly base: Data;
  /** The service's state with the device's changes. Additions are left out; they come after any decision. */
  readonly mine: Data;
  /** The service's state. */
  readonly theirs: Data;
  readonly etag: string;
}

export interface ExchangeOptions {
  readonly queue: SaveQueue;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  /** Throws for a token that is not the player's. */
  readonly checkToken: (token: string) => void;
  /** Throws for a record that is not the player's. */
  readonly checkRecord: (record: MetadataRecord, token: string) => void;
  readonly sessionId: () => string | undefined;
  readonly resolve: ((conflict: Conflict) => object | Promise<object>) | undefined;
  readonly onConflict: (conflict: Conflict) => void;
}

export interface Exchange {
  /** Reads the record, and puts the changes that wait upon it. No request may be on its way. */
  read(): Promise<void>;
  /** Asks the service whose the token is. */
  confirm(): Promise<void>;
  /** Makes the next request of waiting changes, and stores it. */
  compose(changes: readonly [QueuedChange, ...QueuedChange[]]): Promise<void>;
  /** Sends the request on its way. @throws PlaykeepError where it stays on its way */
  send(batch: Batch): Promise<void>;
}

/**
 * The service keeps keys for 24 hours, but only the newest 1,000 of a player, and the device's clock may be wrong. So a request
 * that was made longer ago is sent again only after the service was asked about its key.
 */
const trustedAgeMilliseconds = 600_000;
/** Together with headers, requests that outlive their page have at most 64 KiB. */
const keepaliveMostBytes = 60_000;
/** No state has this entity tag, and no request of a save this body. */
const probe = { ifMatch: '"probe"', body: '[{"op":"test","path":"","value":null}]' };

export function createExchange(options: ExchangeOptions): Exchange {
  const { queue, transport, signal } = options;
  /** Keys of requests that this process made. */
  const ownKeys = new Set<string>();
  const baseOf = ({ text, etag, playerId }: MetadataRecord): Base => ({ text, etag, playerId });

  const request = (headers: Record<string, string | undefined>, body: Pick<Batch, 'method' | 'body'>) =>
    transport.send({
      method: body.method,
      path: batchPath,
      body: body.body,
      headers,
      signal,
      checkToken: options.checkToken,
      keepalive: new TextEncoder().encode(body.body).length < keepaliveMostBytes,
    });

  function checked(reply: Reply): MetadataRecord {
    const record = recordOf<JsonObject>(reply);
    options.checkRecord(record, reply.token);
    return record;
  }

  async function read(): Promise<void> {
    const headers = { 'if-none-match': queue.base.etag };
    const reply = await transport.send({ method: 'GET', path: metadataPath, headers, signal });
    if (reply.status !== 304) await putUpon(checked(reply), queue.pending, []);
  }

  /**
   * Puts changes upon a record, asks for a decision where both sides changed one path, and stores the result.
   * @param gone numbers of changes that are settled
   */
  async function putUpon(
    record: MetadataRecord,
    changes: readonly QueuedChange[],
    gone: readonly number[],
    base = queue.base.text,
  ): Promise<void> {
    const rebase = rebaseChanges(changes, base, record.text);
    const conflict: Conflict = { ...rebase, etag: record.etag ?? '' };
    const update = new Map<number, Change | undefined>(gone.map((number) => [number, undefined]));
    const isDecided = rebase.isConflict && options.resolve !== undefined;
    if (isDecided && options.resolve) {
      const { base, mine, theirs, etag } = conflict;
      const decision = JSON.parse(JSON.stringify(await options.resolve({ base, mine, theirs, etag })));
      const made = { id: randomId(), madeAt: new Date(transport.environment.now()).toISOString() };
      const { decided, kept } = changesOfDecision(rebase, decision, made);
      for (const { number } of changes) update.set(number, undefined);
      for (const { number, ...change } of kept) update.set(number, change);
      const first = Math.min(...changes.map(({ number }) => number)) - 1;
      if (decided) update.set(first, decided);
    } else {
      for (const [index, { number, ...change }] of rebase.changes.entries()) {
        if (changes[index]?.body !== change.body) update.set(number, change);
      }
    }
    const isStored = await queue.commit({ batch: null, base: baseOf(record), changes: update });
    if (isStored && rebase.isConflict && !isDecided) {
      const { base, mine, theirs, etag } = conflict;
      options.onConflict({ base, mine, theirs, etag });
    }
  }

  const changesOf = ({ numbers }: Batch): readonly QueuedChange[] =>
    queue.pending.filter(({ number }) => numbers.includes(number));

  /** After 412: the request did not take effect. What a save begins with is not needed where there is a record. */
  async function settleConflict(batch: Batch, record: MetadataRecord): Promise<void> {
    const own = changesOf(batch);
    const [first] = own;
    if (first?.kind !== 'initial') return putUpon(record, queue.pending, []);
    const rest = queue.pending.filter(({ number }) => number !== first.number);
    const base = JSON.stringify(applyChanges(queue.baseData, own));
    await putUpon(record, rest, [first.number], base);
  }

  /** The changes wait again. One that was refused by itself is set aside; of several, each goes by itself. */
  async function settleRefusal(batch: Batch, failure: PlaykeepError): Promise<void> {
    const { code, status, message, detail } = failure;
    const refusal: Refusal = { code, status, message, detail };
    const own = changesOf(batch);
    const mark = own.length > 1 ? { isAlone: true } : { refusal };
    const update = new Map(own.map(({ number, ...change }) => [number, { ...change, ...mark }] as const));
    await queue.commit({ batch: null, changes: update });
  }

  /**
   * Asks whether the service knows the key of a request, by another request under it that cannot take effect. A key that it does
   * not know is used up thereby, so that a late copy of the first request takes no effect either.
   * @returns the record if the key was not known
   */
  async function probeKey(batch: Batch): Promise<MetadataRecord | undefined> {
    const headers = {
      'content-type': playkeepPatchType,
      'idempotency-key': batch.key,
      'if-match': probe.ifMatch,
    };
    try {
      await request(headers, { method: 'PATCH', body: probe.body });
    } catch (failure) {
      if (!(failure instanceof PlaykeepError)) throw failure;
      if (failure.status === 422) return undefined;
      if (failure.status === 412 && failure.record) return failure.record;
      throw failure;
    }
    throw new PlaykeepError('network', 'The service took a request that it must refuse');
  }

  /** A request whose key is forgotten. Its changes are settled if the record shows them, and wait again if it does not. */
  async function settleForgotten(batch: Batch, record: MetadataRecord): Promise<void> {
    const own = changesOf(batch);
    if (record.etag === batch.ifMatch || (batch.ifNoneMatch !== undefined && record.text === '{}')) {
      await queue.commit({ batch: null });
      return;
    }
    if (batch.ifNoneMatch !== undefined) return settleConflict(batch, record);
    const effect = findEffect(own, queue.base.text, record.text);
    const others = queue.pending.filter(({ number }) => !batch.numbers.includes(number));
    if (effect === 'there') {
      const base = JSON.stringify(applyChanges(queue.baseData, own));
      return putUpon(record, others, batch.numbers, base);
    }
    if (effect === 'unknown' && own.some(hasAdditions)) {
      const detail = 'the record does not show whether these changes are in it';
      const refusal: Refusal = { code: 'refused', status: 0, message: 'The answer was lost', detail };
      const aside = new Map(own.map(({ number, ...change }) => [number, { ...change, refusal }] as const));
      await queue.commit({ batch: null, changes: aside });
      return;
    }
    await putUpon(record, queue.pending, []);
  }

  async function send(batch: Batch): Promise<void> {
    const age = transport.environment.now() - batch.madeAt;
    if (!ownKeys.has(batch.key) || age < 0 || age > trustedAgeMilliseconds) {
      const record = await probeKey(batch);
      if (record) {
        options.checkRecord(record, '');
        return settleForgotten(batch, record);
      }
    }
    const headers = {
      'content-type': batch.type,
      'idempotency-key': batch.key,
      'if-match': batch.ifMatch,
      'if-none-match': batch.ifNoneMatch,
      'x-session-id': options.sessionId(),
    };
    let reply: Reply;
    try {
      reply = await request(headers, batch);
    } catch (failure) {
      if (!(failure instanceof PlaykeepError)) throw failure;
      return settleFailure(batch, failure);
    }
    const record = checked(reply);
    const changes = new Map(batch.numbers.map((number) => [number, undefined]));
    ownKeys.delete(batch.key);
    await queue.commit({ batch: null, base: baseOf(record), changes });
  }

  async function settleFailure(batch: Batch, failure: PlaykeepError): Promise<void> {
    if (failure.code === 'conflict' && failure.record) {
      options.checkRecord(failure.record, '');
      return settleConflict(batch, failure.record);
    }
    // The key was used up by a probe, so this request did not take effect and never will.
    if (failure.status === 422) return void (await queue.commit({ batch: null }));
    if (failure.code === 'superseded') await queue.commit({ batch: null });
    if (staysOnItsWay(failure)) throw failure;
    await settleRefusal(batch, failure);
  }

  return {
    read,
    async confirm() {
      checked(await transport.send({ method: 'GET', path: metadataPath, signal }));
    },
    async compose(changes) {
      const { baseData, base } = queue;
      const batch = composeBatch(changes, baseData, base.etag, transport.environment.now());
      ownKeys.add(batch.key);
      await queue.commit({ batch, expectedChanges: batch.numbers });
    },
    send,
  };
}

/** Failures after which the game, a new token or time decides. */
const stopping = ['Player suspended', 'Player not found'];

export const isStopping = (failure: PlaykeepError): boolean =>
  failure.status === 401 || failure.code === 'superseded' || stopping.includes(failure.message);

const staysOnItsWay = (failure: PlaykeepError): boolean =>
  isStopping(failure) || isTemporary(failure) || failure.status === 0 || failure.status >= 500;
