// The request that is on its way: changes that leave as one patch, under one key. It is on the device before it is sent, and is
// never altered: the service compares repetitions with the first request.
import { mergePatchType, metadataPath, type PatchOperation, playkeepPatchType } from '../metadata.ts';
import { randomId } from '../random-id.ts';
import type { JsonObject } from '../record.ts';
import type { Method } from '../transport.ts';
import { type Change, type ChangeBody, operationsOf, type QueuedChange, setBodyAfter } from './change.ts';
import { applyOperations } from './operations.ts';
import { isObject } from './pointer.ts';

export interface Batch {
  /** The idempotency key. */
  readonly key: string;
  /** Of its changes. */
  readonly numbers: readonly number[];
  readonly method: Method;
  readonly type: string;
  readonly body: string;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  /** Milliseconds by the device's clock. */
  readonly madeAt: number;
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
  madeAt: number,
): Batch {
  const common = { key: randomId(), madeAt, ...(etag !== undefined && { ifMatch: etag }) };
  const [first] = changes;
  if (first.kind === 'initial') {
    const { key } = common;
    return { key, madeAt, numbers: [first.number], ifNoneMatch: '*', ...requestOf(data, first, true) };
  }
  const { operations, count } = combine(changes, data);
  if (count < 2) return { ...common, numbers: [first.number], ...requestOf(data, first, false) };
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

/**
 * Makes waiting changes fewer, for a game that saves every second without a network: neighbours that have one meaning together
 * become one, at the place of the earlier and under the id of the later.
 * @returns the changes to store, and undefined for those to delete, by number
 */
export function foldChanges(changes: readonly QueuedChange[]): ReadonlyMap<number, Change | undefined> {
  const folded = new Map<number, Change | undefined>();
  let before: QueuedChange | undefined;
  for (const change of changes) {
    const body = before && !before.isAlone && !change.isAlone ? foldBodies(before, change) : undefined;
    let current = change;
    if (before && body) {
      const { number } = before;
      folded.set(change.number, undefined);
      const stored: Change = { ...change, body };
      folded.set(number, stored);
      current = { ...stored, number };
    }
    before = current;
  }
  return folded;
}

function foldBodies(before: Change, after: Change): ChangeBody | undefined {
  if (before.kind === 'initial') return undefined;
  // The document of a set holds the sum of an addition before it, and would take the place of what another device adds.
  if ('data' in after.body) {
    const { data, paths } = after.body;
    return 'operations' in before.body ? undefined : setBodyAfter(before.body, data, paths);
  }
  if ('patch' in before.body && 'patch' in after.body) {
    const patch = foldPatches(before.body.patch, after.body.patch);
    return patch && { patch };
  }
  if (!('operations' in before.body && 'operations' in after.body)) return undefined;
  const [[first, ...firsts], [second, ...seconds]] = [before.body.operations, after.body.operations];
  if (first?.op !== 'increment' || second?.op !== 'increment' || firsts.length + seconds.length > 0)
    return undefined;
  const isPlain = ({ min, max, initial }: typeof first) => (min ?? max ?? initial) === undefined;
  const sum = first.by + second.by;
  if (first.path !== second.path || !isPlain(first) || !isPlain(second) || !Number.isSafeInteger(sum))
    return undefined;
  return { operations: [{ op: 'increment', path: first.path, by: sum }] };
}

/** One merge patch for two, one after the other; undefined where the second goes into a value that the first replaces. */
function foldPatches(first: JsonObject, second: JsonObject): JsonObject | undefined {
  let folded = first;
  for (const [key, value] of Object.entries(second)) {
    const before = Object.hasOwn(first, key) ? first[key] : undefined;
    let next: JsonObject[string] | undefined = value;
    if (isObject(value) && before !== undefined)
      next = isObject(before) ? foldPatches(before, value) : undefined;
    if (next === undefined) return undefined;
    folded = { ...folded, [key]: next };
  }
  return folded;
}
