// The request that is on its way: changes that leave as one patch, under one key. It is on the device before it is sent, and is
// never altered: the service compares repetitions with the first request.
import { mergePatchType, metadataPath, type PatchOperation, playkeepPatchType } from '../metadata.ts';
import { randomId } from '../random-id.ts';
import type { JsonObject } from '../record.ts';
import type { Method } from '../request.ts';
import { type Change, operationsOf, type QueuedChange } from './change.ts';
import { applyOperations } from './operations.ts';

export interface Batch {
  /** The idempotency key. */
  readonly key: string;
  /** Missing in one that an earlier version of the client left on the device. */
  readonly installation?: string;
  /** Of its changes. */
  readonly numbers: readonly number[];
  readonly method: Method;
  readonly type: string;
  readonly body: string;
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string;
}

export const batchPath = metadataPath;

/** The service allows 1,000. */
const mostOperations = 500;
const mostCharacters = 200_000;

/**
 * The next request for changes that wait, in order.
 * @param data the state of the service, which has the entity tag
 */
export function composeBatch(
  changes: readonly [QueuedChange, ...QueuedChange[]],
  data: JsonObject,
  etag: string | undefined,
  installation: string,
): Batch {
  const [first] = changes;
  const isBegin = first.kind === 'initial';
  const condition = isBegin && !first.isAgain ? { ifNoneMatch: '*' } : { ifMatch: etag };
  const common = { key: randomId(), installation, ...condition };
  const { operations, count } = combine(changes, data);
  if (count < 2) return { ...common, numbers: [first.number], ...requestOf(data, first, isBegin) };
  const numbers = changes.slice(0, count).map(({ number }) => number);
  return { ...common, numbers, method: 'PATCH', type: playkeepPatchType, body: JSON.stringify(operations) };
}

/** The operations of as many changes as go together. */
function combine(
  changes: readonly QueuedChange[],
  data: JsonObject,
): { readonly operations: readonly PatchOperation[]; readonly count: number } {
  const operations: PatchOperation[] = [];
  let state = data;
  let characters = 0;
  let count = 0;
  for (const change of changes) {
    if (change.isAlone || change.kind === 'initial') break;
    const own = operationsOf(state, change);
    characters += JSON.stringify(own).length;
    if (operations.length + own.length > mostOperations || characters > mostCharacters) break;
    try {
      state = applyOperations(state, own);
    } catch {
      // The service decides about it, by itself.
      break;
    }
    operations.push(...own);
    count += 1;
  }
  return { operations, count };
}

/** One change as a request. A `set` is sent as the paths that differ, so that digits which JavaScript cannot hold stay. */
function requestOf(
  data: JsonObject,
  change: Change,
  isWhole: boolean,
): Pick<Batch, 'method' | 'type' | 'body'> {
  const { body } = change;
  if ('patch' in body) return { method: 'PATCH', type: mergePatchType, body: JSON.stringify(body.patch) };
  const operations = isWhole ? [] : operationsOf(data, change);
  if ('data' in body && (isWhole || operations.length > mostOperations)) {
    const whole = isWhole ? body.data : applyOperations(data, operations);
    return { method: 'POST', type: 'application/json', body: JSON.stringify({ data: whole }) };
  }
  return { method: 'PATCH', type: playkeepPatchType, body: JSON.stringify(operations) };
}
