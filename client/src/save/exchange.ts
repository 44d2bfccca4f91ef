// One exchange with the service about a save: sends the request on its way, or reads the record. A request whose first answer may
// be lost is settled by its key; where the service has forgotten the key, by the record.
import { PlaykeepError } from '../failure.ts';
import { metadataPath, playkeepPatchType, recordOf } from '../metadata.ts';
import type { JsonObject, MetadataRecord } from '../record.ts';
import { isTemporary, type Reply, type Transport } from '../transport.ts';
import { type Batch, batchPath, composeBatch } from './batch.ts';
import type { QueuedChange } from './change.ts';
import type { Identity } from './identity.ts';
import type { SaveQueue } from './queue.ts';
import type { Settlement } from './settlement.ts';

export interface ExchangeOptions {
  readonly queue: SaveQueue;
  readonly transport: Transport;
  readonly settlement: Settlement;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** The session that must be the active one. @throws PlaykeepError while it has not begun, so that nothing is sent */
  readonly sessionId: () => string | undefined;
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
  const { queue, transport, settlement, identity, signal } = options;
  /** Keys of requests that this process made. */
  const ownKeys = new Set<string>();

  const request = (
    headers: Record<string, string | undefined>,
    { method, body }: Pick<Batch, 'method' | 'body'>,
  ) =>
    transport.send({
      method,
      path: batchPath,
      body,
      headers,
      signal,
      checkToken: identity.checkToken,
      keepalive: new TextEncoder().encode(body).length < keepaliveMostBytes,
    });

  const get = (etag?: string): Promise<Reply> =>
    transport.send({ method: 'GET', path: metadataPath, headers: { 'if-none-match': etag }, signal });

  function checked(reply: Reply): MetadataRecord {
    const record = recordOf<JsonObject>(reply);
    if (record.etag === undefined) {
      throw new PlaykeepError('network', 'The answer has no entity tag', {
        detail: 'a proxy removed it, or the service does not expose it to this page',
      });
    }
    identity.checkRecord(record, reply.token);
    return record;
  }

  /**
   * Asks whether the service knows the key of a request, by another request under it that cannot take effect. A key that it does
   * not know is used up thereby, so that a late copy of the first request takes no effect either.
   * @returns the record if the key was not known
   */
  async function probeKey({ key }: Batch): Promise<MetadataRecord | undefined> {
    const headers = { 'content-type': playkeepPatchType, 'idempotency-key': key, 'if-match': probe.ifMatch };
    try {
      await request(headers, { method: 'PATCH', body: probe.body });
    } catch (failure) {
      if (!(failure instanceof PlaykeepError)) throw failure;
      if (failure.status === 422) return undefined;
      if (failure.status !== 412 || failure.record === undefined) throw failure;
      identity.checkRecord(failure.record, '');
      return failure.record;
    }
    throw new PlaykeepError('network', 'The service took a request that it must refuse');
  }

  function isTrusted({ key, madeAt }: Batch): boolean {
    const age = transport.environment.now() - madeAt;
    return ownKeys.has(key) && age >= 0 && age <= trustedAgeMilliseconds;
  }

  async function settleFailure(
    batch: Batch,
    failure: PlaykeepError,
    sessionId: string | undefined,
  ): Promise<void> {
    if (failure.code === 'conflict' && failure.record) {
      identity.checkRecord(failure.record, '');
      return settlement.conflict(batch, failure.record);
    }
    // The key was used up by a probe, so this request did not take effect and never will.
    if (failure.status === 422) return settlement.withdraw(batch);
    if (failure.code === 'superseded') {
      await settlement.withdraw(batch);
      // Meanwhile a new session began, in whose name the changes may go.
      if (options.sessionId() !== sessionId) return;
    }
    if (staysOnItsWay(failure)) throw failure;
    await settlement.refuse(batch, failure);
  }

  return {
    async read() {
      const reply = await get(queue.base.etag);
      if (reply.status !== 304) await settlement.adopt(checked(reply));
    },
    async confirm() {
      checked(await get());
    },
    async compose(changes) {
      options.sessionId();
      const { baseData, base } = queue;
      const batch = composeBatch(changes, baseData, base.etag, transport.environment.now());
      ownKeys.add(batch.key);
      await queue.commit({ expectedKey: null, batch, expectedChanges: batch.numbers });
    },
    async send(batch) {
      const sessionId = options.sessionId();
      const forgotten = isTrusted(batch) ? undefined : await probeKey(batch);
      if (forgotten) return settlement.forget(batch, forgotten);
      const headers = {
        'content-type': batch.type,
        'idempotency-key': batch.key,
        'if-match': batch.ifMatch,
        'if-none-match': batch.ifNoneMatch,
        'x-session-id': sessionId,
      };
      let reply: Reply;
      try {
        reply = await request(headers, batch);
      } catch (failure) {
        if (failure instanceof PlaykeepError) return settleFailure(batch, failure, sessionId);
        throw failure;
      }
      ownKeys.delete(batch.key);
      await settlement.acknowledge(batch, checked(reply));
    },
  };
}

/** Failures after which the game, a new token or time decides. */
const stopping = ['Player suspended', 'Player not found'];

export const isStopping = (failure: PlaykeepError): boolean =>
  failure.status === 401 || failure.code === 'superseded' || stopping.includes(failure.message);

const staysOnItsWay = (failure: PlaykeepError): boolean =>
  isStopping(failure) || isTemporary(failure) || failure.status === 0 || failure.status >= 500;
