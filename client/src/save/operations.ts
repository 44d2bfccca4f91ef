// Patches, applied to values as the service does: JSON Patch (RFC 6902), the counters `increment` and `append`, and JSON Merge Patch
// (RFC 7396). It serves the device's view; the service has the exact text.
import type { PatchOperation } from '../metadata.ts';
import type { Json, JsonObject } from '../record.ts';
import { addDecimals } from './decimal.ts';
import { isEqual } from './equality.ts';
import {
  childOf,
  formatPointer,
  indexOf,
  isObject,
  type Path,
  parsePointer,
  valueAt,
  withMember,
  withoutMember,
} from './pointer.ts';

/** The document is another one than the operation needs. */
export class DoesNotApply extends Error {}

type Document = JsonObject;

/** @throws DoesNotApply; PlaykeepError `refused` for a malformed pointer */
export function applyOperations(document: Document, operations: readonly PatchOperation[]): Document {
  let result: Json = document;
  for (let index = 0; index < operations.length; ) {
    const items = itemsFrom(operations, index);
    const operation = operations[index] as PatchOperation;
    // An array is copied once for all of them.
    result = items.length > 1 ? appendAll(result, operation, items) : applyOperation(result, operation);
    index += Math.max(items.length, 1);
  }
  if (!isObject(result)) throw new DoesNotApply('the patch would leave no object');
  return result;
}

/** The items that operations from an index on append to one array, without a bound. */
function itemsFrom(operations: readonly PatchOperation[], start: number): readonly Json[] {
  const items: Json[] = [];
  for (let index = start; index < operations.length; index += 1) {
    const operation = operations[index];
    if (operation?.op !== 'append' || operation.maxItems !== undefined) break;
    if (operation.path !== operations[start]?.path) break;
    items.push(operation.value as Json);
  }
  return items;
}

const failing =
  ({ op, path }: PatchOperation): Fail =>
  (why) => {
    throw new DoesNotApply(`${op} ${path}: ${why}`);
  };

function appendAll(document: Json, operation: PatchOperation, items: readonly Json[]): Json {
  return append(document, parsePointer(operation.path), items, undefined, failing(operation));
}

function applyOperation(document: Json, operation: PatchOperation): Json {
  const path = parsePointer(operation.path);
  const fail: Fail = failing(operation);
  const read = (from: Path): Json => valueAt(document, from) ?? existing(document, from, fail);
  switch (operation.op) {
    case 'add':
      return add(document, path, operation.value as Json, fail);
    case 'replace':
      read(path);
      return edit(document, path, () => operation.value as Json, fail);
    case 'remove':
      return remove(document, path, fail);
    case 'test':
      return isEqual(read(path), operation.value as Json) ? document : fail('the value is another one');
    case 'copy':
      return add(document, path, read(parsePointer(operation.from)), fail);
    case 'move': {
      const from = parsePointer(operation.from);
      const value = read(from);
      if (operation.from === operation.path) return document;
      if (operation.path.startsWith(`${operation.from}/`)) fail('a value cannot be moved into itself');
      return add(remove(document, from, fail), path, value, fail);
    }
    case 'increment':
      return increment(document, path, operation, fail);
    default:
      return append(document, path, [operation.value as Json], operation.maxItems, fail);
  }
}

type Fail = (why: string) => never;

function existing(document: Json, path: Path, fail: Fail): Json {
  const value = valueAt(document, path);
  return value === undefined ? fail('there is no such value') : value;
}

/** Replaces the value at a path by a function of the value before it, which is undefined for a new member. */
function edit(document: Json, path: Path, change: (value: Json | undefined) => Json, fail: Fail): Json {
  const [token, ...rest] = path;
  if (token === undefined) return change(document);
  const child = childOf(document, token);
  if (rest.length > 0 && child === undefined) return fail('its parent is missing');
  const next = rest.length > 0 ? edit(child as Json, rest, change, fail) : change(child);
  if (isObject(document)) return withMember(document, token, next);
  if (!Array.isArray(document)) return fail('its parent is neither object nor array');
  if (child === undefined) return fail('there is no such item');
  return spliced(document, indexOf(token) ?? 0, 1, next);
}

/** A copy of an array with items removed and inserted at an index. */
function spliced(items: readonly Json[], index: number, removed: number, ...inserted: readonly Json[]): Json {
  return [...items.slice(0, index), ...inserted, ...items.slice(index + removed)];
}

function add(document: Json, path: Path, value: Json, fail: Fail): Json {
  const parent = valueAt(document, path.slice(0, -1));
  const token = path.at(-1);
  if (token === undefined) return value;
  if (!Array.isArray(parent)) return edit(document, path, () => value, fail);
  const index = token === '-' ? parent.length : indexOf(token);
  if (index === undefined || index > parent.length) return fail('there is no such place in the array');
  return edit(document, path.slice(0, -1), () => spliced(parent, index, 0, value), fail);
}

function remove(document: Json, path: Path, fail: Fail): Json {
  const token = path.at(-1);
  if (token === undefined) return fail('the whole document cannot be removed');
  existing(document, path, fail);
  const without = (parent: Json | undefined): Json => {
    if (Array.isArray(parent)) return spliced(parent, indexOf(token) ?? 0, 1);
    return withoutMember(parent as JsonObject, token);
  };
  return edit(document, path.slice(0, -1), without, fail);
}

type Counter<Op extends string> = Extract<PatchOperation, { readonly op: Op }>;

function increment(document: Json, path: Path, operation: Counter<'increment'>, fail: Fail): Json {
  const { by, min, max, initial = 0 } = operation;
  return edit(
    document,
    path,
    (value = initial) => {
      if (typeof value !== 'number') return fail('the value is no number');
      const sum = addDecimals(value, by);
      if (min !== undefined && sum < min) return fail('the result would be less than "min"');
      if (max !== undefined && sum > max) return fail('the result would be more than "max"');
      return sum;
    },
    fail,
  );
}

function append(
  document: Json,
  path: Path,
  added: readonly Json[],
  maxItems: number | undefined,
  fail: Fail,
): Json {
  return edit(
    document,
    path,
    (value = []) => {
      if (!Array.isArray(value)) return fail('the value is no array');
      const items = [...value, ...added];
      return items.slice(Math.max(0, items.length - (maxItems ?? items.length)));
    },
    fail,
  );
}

/**
 * The operations with which a merge patch changes this document. They are right for this document alone, so they are sent with its
 * entity tag.
 */
export function operationsOfMerge(
  document: JsonObject,
  patch: JsonObject,
  at: Path = [],
): readonly PatchOperation[] {
  return Object.entries(patch).flatMap(([key, value]): readonly PatchOperation[] => {
    const path = [...at, key];
    const before = childOf(document, key);
    if (value === null) return before === undefined ? [] : [{ op: 'remove', path: formatPointer(path) }];
    if (isObject(value) && isObject(before)) return operationsOfMerge(before, value, path);
    return [{ op: 'add', path: formatPointer(path), value: isObject(value) ? withoutNulls(value) : value }];
  });
}

/** A merge patch applied to nothing: its members without those that are null. */
const withoutNulls = (patch: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(patch).flatMap(([key, value]) =>
      value === null ? [] : [[key, isObject(value) ? withoutNulls(value) : value]],
    ),
  );

/** A value that no other one equals. A value in its place is set in any case. */
export const unknown = Symbol('unknown') as unknown as Json;

/**
 * The operations that make the change from one object to another in a third one. A value goes whole where the third one lacks its
 * parent. So does an array where the third one has another array, whose items may have moved; items at the end are added there.
 */
export function operationsUpon(
  before: JsonObject,
  after: JsonObject,
  target: JsonObject,
  at: Path = [],
): readonly PatchOperation[] {
  const changed = Object.entries(after).flatMap(([key, value]): readonly PatchOperation[] => {
    const path = [...at, key];
    const [old, theirs] = [childOf(before, key), childOf(target, key)];
    if (isEqual(old, value)) return [];
    if (isObject(old) && isObject(value) && isObject(theirs)) return operationsUpon(old, value, theirs, path);
    if (old !== unknown && isEqual(theirs, value)) return [];
    const isSafe = isEqual(old, theirs) || (isBeginning(old, value) && Array.isArray(theirs));
    if (Array.isArray(old) && Array.isArray(value) && isSafe) return operationsBetween(old, value, path);
    return [{ op: 'add', path: formatPointer(path), value }];
  });
  const removed = Object.keys(before).filter(
    (key) => !Object.hasOwn(after, key) && Object.hasOwn(target, key),
  );
  return [
    ...removed.map((key): PatchOperation => ({ op: 'remove', path: formatPointer([...at, key]) })),
    ...changed,
  ];
}

/** Does the second array only have more items at its end? */
export const isBeginning = (first: Json | undefined, second: Json | undefined): boolean =>
  Array.isArray(first) &&
  Array.isArray(second) &&
  first.length <= second.length &&
  isEqual(first, second.slice(0, first.length));

/** The operations that make one value another. Arrays keep the items that are equal at their place. */
export function operationsBetween(before: Json, after: Json, at: Path = []): readonly PatchOperation[] {
  if (isEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
    const gone = removed.map((key): PatchOperation => ({ op: 'remove', path: formatPointer([...at, key]) }));
    const kept = Object.entries(after).flatMap(([key, value]): readonly PatchOperation[] => {
      const child = childOf(before, key);
      if (child !== undefined) return operationsBetween(child, value, [...at, key]);
      return [{ op: 'add', path: formatPointer([...at, key]), value }];
    });
    return [...gone, ...kept];
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const shared = Math.min(before.length, after.length);
    const same = after
      .slice(0, shared)
      .flatMap((item, index) => operationsBetween(before[index] ?? null, item, [...at, String(index)]));
    const removed = before.slice(shared).map(
      (): PatchOperation => ({
        op: 'remove',
        path: formatPointer([...at, String(shared)]),
      }),
    );
    const added = after.slice(shared).map(
      (value): PatchOperation => ({
        op: 'add',
        path: formatPointer([...at, '-']),
        value,
      }),
    );
    return [...same, ...removed, ...added];
  }
  return [{ op: 'replace', path: formatPointer(at), value: after }];
}
