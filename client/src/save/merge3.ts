// The difference of two documents, and the merge of three: difference, changed_paths and merge3 of test/models/save_rules.py.
import { isObject, isSame, type ObjectValue, type Value } from './exact.ts';
import { childOf, type Operation } from './patch.ts';
import { formatPointer, type Path } from './pointer.ts';

type MaybeValue = Value | undefined;
type Items = readonly Value[];

const isArray = (value: MaybeValue): value is Items => Array.isArray(value);

/** The operations that make one value another. Objects go member by member, arrays without the items that stay. */
export function difference(before: MaybeValue, after: MaybeValue, at: Path = []): readonly Operation[] {
  const operations: Operation[] = [];
  collect(before, after, at, operations);
  return operations;
}

function collect(before: MaybeValue, after: MaybeValue, at: Path, operations: Operation[]): void {
  if (isSame(before, after)) return;
  if (isObject(before) && isObject(after)) {
    for (const key of Object.keys(before))
      if (!Object.hasOwn(after, key)) operations.push({ op: 'remove', path: formatPointer([...at, key]) });
    for (const key of Object.keys(after)) collect(childOf(before, key), after[key], [...at, key], operations);
  } else if (isArray(before) && isArray(after)) collectItems(before, after, at, operations);
  else if (after === undefined) operations.push({ op: 'remove', path: formatPointer(at) });
  else
    operations.push({ op: before === undefined ? 'add' : 'replace', path: formatPointer(at), value: after });
}

/** An item of both arrays, or of one where it was removed or added. */
type Pair = readonly [before: MaybeValue, after: MaybeValue];

function collectItems(before: Items, after: Items, at: Path, operations: Operation[]): void {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && isSame(before[start], after[start])) start += 1;
  let end = 0;
  while (end < least - start && isSame(before[before.length - 1 - end], after[after.length - 1 - end]))
    end += 1;
  const old = before.slice(start, before.length - end);
  const items = after.slice(start, after.length - end);
  const [byPlace, byValue] = [pairsByPlace(old, items), pairsByValue(old, items)];
  let index = start;
  let left = old.length + end;
  for (const [one, other] of changesIn(byValue) < changesIn(byPlace) ? byValue : byPlace) {
    const path = [...at, one === undefined && left === 0 ? '-' : String(index)];
    // What follows an item that was added or removed has another place.
    if (one === undefined) operations.push({ op: 'add', path: formatPointer(path), value: other as Value });
    else collect(one, other, path, operations);
    if (one !== undefined) left -= 1;
    if (other !== undefined) index += 1;
  }
}

const changesIn = (pairs: readonly Pair[]): number =>
  pairs.reduce((count, [one, other]) => (isSame(one, other) ? count : count + 1), 0);

const pairsByPlace = (old: Items, items: Items): readonly Pair[] =>
  Array.from({ length: Math.max(old.length, items.length) }, (_, index) => [old[index], items[index]]);

/** How far an equal item is looked for. */
const mostSteps = 100;

/** Pairs of equal items: at each difference, as few items as possible were removed, or else added. */
function pairsByValue(old: Items, items: Items): readonly Pair[] {
  const pairs: Pair[] = [];
  const distance = (value: MaybeValue, others: Items, from: number): number => {
    for (let steps = 0; steps <= mostSteps && from + steps < others.length; steps += 1)
      if (isSame(value, others[from + steps])) return steps;
    return mostSteps + 1;
  };
  let [left, right] = [0, 0];
  while (left < old.length && right < items.length) {
    const removed = distance(items[right], old, left);
    const added = distance(old[left], items, right);
    const isFound = Math.min(removed, added) <= mostSteps;
    if (isFound && removed <= added)
      for (let step = 0; step < removed; step += 1) pairs.push([old[left++], undefined]);
    else if (isFound) for (let step = 0; step < added; step += 1) pairs.push([undefined, items[right++]]);
    pairs.push([old[left++], items[right++]]);
  }
  return [...pairs, ...pairsByPlace(old.slice(left), items.slice(right))];
}

/** The paths of the members that differ. An array is one value. */
export function changedPaths(before: MaybeValue, after: MaybeValue, at: Path = []): readonly Path[] {
  if (isSame(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [at];
  const keys = Object.keys({ ...before, ...after });
  return keys.flatMap((key) => changedPaths(childOf(before, key), childOf(after, key), [...at, key]));
}

export interface MergeOptions {
  /** Paths that are one value each: the option `conflicts`, `[[]]` for 'document'. */
  readonly units?: readonly Path[];
  /** Who has its way where both changed a member to different values. `mine` by default. */
  readonly winner?: 'mine' | 'theirs';
  /** An array of mine that begins with theirs is taken as it is. */
  readonly begins?: boolean;
}

/** Both sides' changes since `base`, and the paths that both changed to different values. */
export function merge3(
  base: ObjectValue,
  mine: ObjectValue,
  theirs: ObjectValue,
  options: MergeOptions = {},
): { readonly merged: ObjectValue; readonly disputed: readonly Path[] } {
  const disputed: Path[] = [];
  const merged = merge([base, mine, theirs], options, options.units ?? [], [], disputed) as ObjectValue;
  return { merged, disputed };
}

type Sides = readonly [base: MaybeValue, mine: MaybeValue, theirs: MaybeValue];

/** @param units below `at`, as paths from there */
function merge(
  [base, mine, theirs]: Sides,
  options: MergeOptions,
  units: readonly Path[],
  at: Path,
  disputed: Path[],
): MaybeValue {
  if (isSame(mine, theirs) || isSame(mine, base)) return theirs;
  if (isSame(theirs, base)) return mine;
  if (!units.some((unit) => unit.length === 0)) {
    if (isObject(mine) && isObject(theirs)) {
      const before = isObject(base) ? base : {};
      const merged: [string, Value][] = [];
      for (const key of Object.keys({ ...theirs, ...mine })) {
        const sides: Sides = [childOf(before, key), childOf(mine, key), childOf(theirs, key)];
        const below = units.filter(([first]) => first === key).map((unit) => unit.slice(1));
        const value = merge(sides, options, below, [...at, key], disputed);
        if (value !== undefined) merged.push([key, value]);
      }
      return Object.fromEntries(merged);
    }
    if (isArray(base) && isArray(mine) && isArray(theirs)) {
      if (options.begins && grew(theirs, mine)) return mine;
      if (grew(base, mine)) return [...theirs, ...mine.slice(base.length)];
      if (grew(base, theirs)) return [...mine, ...theirs.slice(base.length)];
    }
  }
  disputed.push(at);
  return options.winner === 'theirs' ? theirs : mine;
}

/** Does the second array only have more items at its end? */
const grew = (before: Items, after: Items): boolean =>
  after.length >= before.length && before.every((item, index) => isSame(item, after[index]));
