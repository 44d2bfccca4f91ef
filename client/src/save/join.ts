// The join of two bodies of changes, one after the other, into one with the effect of both; undefined where there is none.
import type { PatchOperation } from '../metadata.ts';
import type { JsonObject } from '../record.ts';
import { type ChangeBody, mostPaths, setPaths } from './change.ts';
import { addExactly } from './decimal.ts';
import { isBeginning } from './operations.ts';
import { isObject, parsePointer, valueAt } from './pointer.ts';

/** Of joined additions, so that a request has place for them. */
const mostOperations = 500;
const mostCharacters = 16_000;

/**
 * One merge patch for two, one after the other. There is none where the second goes into a value that the first replaces, or where
 * only one of them takes an object as a whole.
 */
export function joinPatches(first: JsonObject, second: JsonObject): JsonObject | undefined {
  let joined = first;
  for (const [key, value] of Object.entries(second)) {
    const before = Object.hasOwn(first, key) ? first[key] : undefined;
    let next: JsonObject[string] | undefined = value;
    if (isObject(value) && before !== undefined)
      next = isObject(before) && isEmpty(before) === isEmpty(value) ? joinPatches(before, value) : undefined;
    if (next === undefined) return undefined;
    joined = { ...joined, [key]: next };
  }
  return joined;
}

const isEmpty = (object: JsonObject): boolean => Object.keys(object).length === 0;

/**
 * Additions at one path, where the first has an effect if and only if the others have. Bounds are held by each addition by itself, so
 * additions with bounds stay apart.
 */
export function joinCounters(
  first: readonly PatchOperation[],
  second: readonly PatchOperation[],
): readonly PatchOperation[] | undefined {
  const all = [...first, ...second];
  // There is none where a game made patches of no operation.
  const [{ op, path } = {}] = all;
  if (!all.every((operation) => operation.op === op && operation.path === path && isPlain(operation)))
    return undefined;
  const joined = op === 'increment' ? sums(all) : lastItems(all);
  const isSmall = joined.length <= mostOperations && JSON.stringify(joined).length <= mostCharacters;
  return isSmall ? joined : undefined;
}

const plainMembers = ['op', 'path', 'by', 'initial', 'value', 'maxItems'];

const isPlain = (operation: PatchOperation): boolean =>
  (operation.op === 'increment' || operation.op === 'append') &&
  Object.keys(operation).every((member) => plainMembers.includes(member));

/** Neighbours are added up where the sum is exact. After the first one the value is there, so only that one's `initial` counts. */
function sums(operations: readonly PatchOperation[]): readonly PatchOperation[] {
  const done: PatchOperation[] = [];
  for (const operation of operations) {
    const last = done.at(-1);
    const isPair = last?.op === 'increment' && operation.op === 'increment';
    const by = isPair ? addExactly(last.by, operation.by) : undefined;
    if (by === undefined) done.push(operation);
    else done[done.length - 1] = { ...last, by } as PatchOperation;
  }
  return done;
}

/** Items that later ones of the same list push out are left out. */
function lastItems(operations: readonly PatchOperation[]): readonly PatchOperation[] {
  const bounds = operations.map((operation) => (operation.op === 'append' ? operation.maxItems : undefined));
  const [most] = bounds;
  return most && bounds.every((bound) => bound === most) ? operations.slice(-most) : operations;
}

type SetBody = Extract<ChangeBody, { readonly data: JsonObject }>;

/**
 * The later document, with the paths of both. A path that both changed is set again, even to the value from before the first:
 * another device may have put another one there. An array that the second, or both, made longer stays apart, since items of another
 * device are kept.
 * @param isAny joins sets too of which a later state of the service might refuse one and not the other
 */
export function joinSets(
  [first, second]: readonly [SetBody, SetBody],
  [before, between]: readonly [JsonObject, JsonObject],
  isAny: boolean,
): SetBody | undefined {
  const firsts = first.paths ?? setPaths(before, first.data);
  const seconds = second.paths ?? setPaths(between, second.data);
  const valuesAt = (pointer: string) =>
    [before, first.data, second.data].map((document) => valueAt(document, parsePointer(pointer)));
  const paths = [...new Set([...firsts, ...seconds])];
  const mayStayApart = (pointer: string): boolean => {
    const [, ...after] = valuesAt(pointer);
    return after.includes(undefined) || valuesAt(pointer).some(Array.isArray);
  };
  if (!isAny && (paths.some(mayStayApart) || parentsOf(firsts) !== parentsOf(seconds))) return undefined;
  const both = [...firsts.filter(isBelowOrAbove(seconds)), ...seconds.filter(isBelowOrAbove(firsts))];
  const again = new Set([...(first.again ?? []), ...(second.again ?? [])]);
  for (const pointer of both) {
    const [old, between, value] = valuesAt(pointer);
    if (isBeginning(old, value) || isBeginning(between, value)) return undefined;
    // Of an array only the items that differ are set, so that the others keep their digits.
    if (Array.isArray(old) && Array.isArray(value)) again.delete(pointer);
    else again.add(pointer);
  }
  const hasPaths = first.paths && second.paths && paths.length <= mostPaths;
  return { data: second.data, ...(hasPaths && { paths }), again: [...again] };
}

/** The objects that must be there, but for the document. */
const parentsOf = (pointers: readonly string[]): string =>
  JSON.stringify(
    [...new Set(pointers.map((pointer) => pointer.replace(/\/[^/]*$/, '')))].filter(Boolean).sort(),
  );

/** Does a pointer lead to one of these, through one of them, or is it on the way to one? */
function isBelowOrAbove(pointers: readonly string[]): (pointer: string) => boolean {
  const above = new Set(pointers.flatMap((pointer) => prefixesOf(pointer)));
  const own = new Set(pointers);
  return (pointer) => above.has(pointer) || prefixesOf(pointer).some((prefix) => own.has(prefix));
}

const prefixesOf = (pointer: string): readonly string[] =>
  pointer.split('/').map((_, index, tokens) => tokens.slice(0, index + 1).join('/'));
