// Patches upon documents, as the service applies them: JSON Patch (RFC 6902) with `increment` and `append`, by digits, and JSON Merge
// Patch (RFC 7396). Documents are never changed: an edit gives a copy that shares what stays.
import { isLess, sumOfTexts } from './decimal.ts';
import {
  isNumeric,
  isObject,
  isSame,
  type Numeric,
  numericOf,
  type ObjectValue,
  textOf,
  type Value,
} from './exact.ts';
import { indexOf, type Path, parsePointer } from './pointer.ts';

export type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: Value }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string }
  | Increment
  | { readonly op: 'append'; readonly path: string; readonly value: Value; readonly maxItems?: number };

export interface Increment {
  readonly op: 'increment';
  readonly path: string;
  readonly by: Numeric;
  readonly min?: Numeric;
  readonly max?: Numeric;
  /** Of a missing member before the addition. */
  readonly initial?: Numeric;
}

/** The document is another one than an operation needs. The message says why. */
export class DoesNotApply extends Error {}

/** The member or item under one token; undefined where there is none. */
export function childOf(value: Value | undefined, token: string): Value | undefined {
  if (Array.isArray(value)) return value[indexOf(token) ?? -1];
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** The value at a path; undefined where there is none. */
export const valueAt = (document: Value | undefined, path: Path): Value | undefined =>
  path.reduce<Value | undefined>(childOf, document);

/** The objects and arrays that an edit has made: no other value has them, so further edits change them in place. */
export type Own = Set<object>;

/** An object with one member more or another one, or without it for undefined. */
function withMember(object: ObjectValue, key: string, value: Value | undefined, own: Own): ObjectValue {
  const made: Record<string, Value> = own.has(object) ? (object as Record<string, Value>) : { ...object };
  own.add(made);
  if (value === undefined) delete made[key];
  else if (key !== '__proto__') made[key] = value;
  else Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

/** A value with another one at a path. @param change makes it of the one before, undefined for a new member */
function edit(
  value: Value | undefined,
  path: Path,
  change: (before: Value | undefined) => Value | undefined,
  own: Own,
): Value {
  const [token, ...rest] = path;
  if (token === undefined) return change(value) as Value;
  if (!Array.isArray(value) && !isObject(value))
    throw new DoesNotApply(
      value === undefined ? 'its parent is missing' : 'its parent is neither object nor array',
    );
  const child = childOf(value, token);
  const next = rest.length > 0 ? edit(child, rest, change, own) : change(child);
  if (!Array.isArray(value)) return withMember(value as ObjectValue, token, next, own);
  if (child === undefined) throw new DoesNotApply('there is no such item');
  const items: Value[] = own.has(value) ? value : [...value];
  own.add(items);
  items[Number(token)] = next as Value;
  return items;
}

/** The document with another value at a path; undefined removes the member. @throws DoesNotApply */
export const withValue = (
  document: Value,
  path: Path,
  value: Value | undefined,
  own: Own = new Set(),
): Value => edit(document, path, () => value, own);

/** All operations or, by an exception, none. @throws DoesNotApply, PlaykeepError `refused` for what is no pointer */
export function applyPatch(document: ObjectValue, operations: readonly Operation[]): ObjectValue {
  let result: Value = document;
  const own: Own = new Set();
  for (const operation of operations) {
    try {
      result = applyOperation(result, operation, own);
    } catch (error) {
      if (!(error instanceof DoesNotApply)) throw error;
      throw new DoesNotApply(`${operation.op} ${operation.path}: ${error.message}`);
    }
  }
  if (!isObject(result)) throw new DoesNotApply('the patch would leave no object');
  return result;
}

function applyOperation(document: Value, operation: Operation, own: Own): Value {
  const path = parsePointer(operation.path);
  switch (operation.op) {
    case 'add':
      return add(document, path, operation.value, own);
    case 'replace':
      existing(document, path);
      return withValue(document, path, operation.value, own);
    case 'remove':
      return remove(document, path, own);
    case 'test':
      if (isSame(existing(document, path), operation.value)) return document;
      throw new DoesNotApply('the value is another one');
    case 'copy':
      // Two places have it from now on.
      own.clear();
      return add(document, path, existing(document, parsePointer(operation.from)), own);
    case 'move': {
      const from = parsePointer(operation.from);
      const value = existing(document, from);
      if (operation.from === operation.path) return document;
      if (operation.path.startsWith(`${operation.from}/`))
        throw new DoesNotApply('a value cannot be moved into itself');
      return add(remove(document, from, own), path, value, own);
    }
    case 'increment':
      return edit(document, path, (value) => incremented(value, operation), own);
    default:
      return edit(document, path, (value) => appended(value, operation.value, operation.maxItems), own);
  }
}

function existing(document: Value, path: Path): Value {
  const value = valueAt(document, path);
  if (value === undefined) throw new DoesNotApply('there is no such value');
  return value;
}

function add(document: Value, path: Path, value: Value, own: Own): Value {
  const parent = valueAt(document, path.slice(0, -1));
  const token = path[path.length - 1];
  if (token === undefined || !Array.isArray(parent)) return withValue(document, path, value, own);
  const index = token === '-' ? parent.length : indexOf(token);
  if (index === undefined || index > parent.length)
    throw new DoesNotApply('there is no such place in the array');
  return withValue(
    document,
    path.slice(0, -1),
    [...parent.slice(0, index), value, ...parent.slice(index)],
    own,
  );
}

function remove(document: Value, path: Path, own: Own): Value {
  if (path.length === 0) throw new DoesNotApply('the whole document cannot be removed');
  existing(document, path);
  const parent = valueAt(document, path.slice(0, -1));
  if (!Array.isArray(parent)) return withValue(document, path, undefined, own);
  const removed = Number(path[path.length - 1]);
  const kept = parent.filter((_, index) => index !== removed);
  return withValue(document, path.slice(0, -1), kept, own);
}

/** The number after an addition. @throws DoesNotApply */
export function incremented(value: Value | undefined, step: Omit<Increment, 'op' | 'path'>): Numeric {
  const { by, min, max, initial = 0 } = step;
  const before = value ?? initial;
  if (value === null || !isNumeric(before)) throw new DoesNotApply('the value is no number');
  const sum = sumOfTexts(textOf(before), textOf(by));
  if (sum === undefined) throw new DoesNotApply('the result would have too many digits');
  if (!Number.isFinite(Number(sum))) throw new DoesNotApply('the result would be past the largest number');
  if (min !== undefined && isLess(sum, textOf(min)))
    throw new DoesNotApply('the result would be less than "min"');
  if (max !== undefined && isLess(textOf(max), sum))
    throw new DoesNotApply('the result would be more than "max"');
  return numericOf(sum);
}

function appended(value: Value | undefined, item: Value, maxItems: number | undefined): Value {
  if (value !== undefined && !Array.isArray(value)) throw new DoesNotApply('the value is no array');
  const items = [...(value ?? []), item];
  return maxItems === undefined ? items : items.slice(-maxItems);
}

/** A JSON Merge Patch (RFC 7396), applied. */
export function applyMerge(document: ObjectValue, patch: ObjectValue, own: Own = new Set()): ObjectValue {
  return Object.keys(patch).reduce((result, key) => {
    const [before, value] = [childOf(document, key), patch[key] as Value];
    if (value === null) return before === undefined ? result : withMember(result, key, undefined, own);
    const merged = isObject(value) ? applyMerge(isObject(before) ? before : {}, value, own) : value;
    return withMember(result, key, merged, own);
  }, document);
}
