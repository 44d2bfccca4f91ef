// One exchange with the service about a save: sends the request on its way, or reads the record. A request goes again, just as it
// was, until an answer settles it: the service knows a repetition by the installation. The answers:
//
//   success                   acknowledged: its changes are in the record
//   412 with the record       in conflict: its changes wait again, upon that record
//   409 of a session          it stays on its way, since a copy from before it ended may still arrive; where the session was replaced,
//                             the sender stops
//   401, suspended, unknown   the same
//   422                       withdrawn: an earlier version of the client used up its key, so it has no effect
//   a fault that passes       it stays on its way, and goes again
//   any other refusal         refused: its change is set aside, or each of several goes by itself
import { type FailureReason, isSessionOver, PlaykeepError } from '../failure.ts';
import { metadataPath, recordOf } from '../metadata.ts';
import type { JsonObject, MetadataRecord } from '../record.ts';
import type { Reply } from '../request.ts';
import { shapes } from '../shapes.ts';
import { isTemporary, type Transport } from '../transport.ts';
import { type Batch, batchPath, composeBatch } from './batch.ts';
import type { QueuedChange } from './change.ts';
import type { Identity } from './identity.ts';
import type { SaveQueue } from './queue.ts';
import type { Settlement } from './settlement.ts';

export interface ExchangeOptions {
  readonly queue: SaveQueue;
  readonly transport: Transport;
  readonly installation: string;
  readonly settlement: Settlement;
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** The session that must be the active one. @throws PlaykeepError while it has not begun, so that nothing is sent */
  readonly sessionId: () => string | undefined;
  /** Called when a session is not the active one. Another one may be then. */
  readonly onSuperseded: (sessionId: string) => void;
}

export interface Exchange {
  /** Reads the record, and puts the changes that wait upon it. No request may be on its way. */
  read(): Promise<void>;
  /** Puts the changes that wait upon a record that was read. No request may be on its way. */
  adopt(reply: Reply): Promise<void>;
  /** Asks the service whose the token is. */
  confirm(): Promise<void>;
  /** Makes the next request of waiting changes, and stores it. */
  compose(changes: readonly [QueuedChange, ...QueuedChange[]]): Promise<void>;
  /** Sends the request on its way. @throws PlaykeepError where it stays on its way */
  send(batch: Batch): Promise<void>;
}

/** Together with headers, requests that outlive their page have at most 64 KiB. */
const keepaliveMostBytes = 60_000;

export function createExchange(options: ExchangeOptions): Exchange {
  const { queue, transport, settlement, identity, signal } = options;

  /** @param sessionId of the moment: the service knows a repetition in any session */
  const request = (batch: Batch, sessionId: string | undefined): Promise<Reply> =>
    transport.send({
      method: batch.method,
      path: batchPath,
      shape: shapes.ownRecord,
      isOwn: true,
      body: batch.body,
      headers: {
        'content-type': batch.type,
        'idempotency-key': batch.key,
        'x-installation-id': batch.installation,
        'if-match': batch.ifMatch,
        'if-none-match': batch.ifNoneMatch,
        'x-session-id': sessionId,
      },
      signal,
      checkToken: identity.checkToken,
      keepalive: new TextEncoder().encode(batch.body).length < keepaliveMostBytes,
    });

  const get = (etag?: string): Promise<Reply> =>
    transport.send({
      method: 'GET',
      path: metadataPath,
      shape: shapes.ownRecord,
      signal,
      headers: { 'if-none-match': etag },
    });

  function checked(reply: Reply): MetadataRecord {
    const record = recordOf<JsonObject>(reply);
    identity.checkRecord(record, reply.token);
    return record;
  }

  async function settleFailure(batch: Batch, failure: PlaykeepError): Promise<void> {
    if (failure.code === 'conflict' && failure.record) return settlement.conflict(batch, failure.record);
    if (failure.status === 422) return settlement.withdraw(batch);
    if (staysOnItsWay(failure)) throw failure;
    await settlement.refuse(batch, failure);
  }

  const adopt = (reply: Reply): Promise<void> => settlement.adopt(checked(reply));

  return {
    async read() {
      const reply = await get(queue.base.etag);
      if (reply.status !== 304) await adopt(reply);
    },
    adopt,
    async confirm() {
      checked(await get());
    },
    async compose(changes) {
      options.sessionId();
      const { baseData, base } = queue;
      const batch = composeBatch(changes, baseData, base.etag, options.installation);
      const expectedChanges = changes.slice(0, batch.numbers.length);
      await queue.commit({ expectedKey: null, batch, expectedChanges });
    },
    async send(batch) {
      for (;;) {
        const sessionId = options.sessionId();
        let reply: Reply;
        try {
          reply = await request(batch, sessionId);
        } catch (failure) {
          if (!(failure instanceof PlaykeepError)) throw failure;
          if (isSessionOver(failure) && sessionId !== undefined) options.onSuperseded(sessionId);
          // Another session of this device may be active, in whose name it goes again.
          if (isSessionOver(failure) && options.sessionId() !== sessionId) continue;
          return settleFailure(batch, failure);
        }
        return settlement.acknowledge(batch, checked(reply));
      }
    },
  };
}

/** Failures after which the game, a new token or time decides. */
const stopping: readonly (FailureReason | undefined)[] = ['player-suspended', 'player-not-found'];

export const isStopping = (failure: PlaykeepError): boolean =>
  failure.status === 401 || failure.code === 'superseded' || stopping.includes(failure.reason);

const staysOnItsWay = (failure: PlaykeepError): boolean =>
  isStopping(failure) ||
  isSessionOver(failure) ||
  isTemporary(failure) ||
  failure.status === 0 ||
  failure.status >= 500;
