// What a device has and the service has not: a document, and additions and guarded patches upon it in one order. The functions are those
// of test/models/save_rules.py.
import { sumOfTexts } from './decimal.ts';
import {
  isObject,
  isSame,
  numericOf,
  type ObjectValue,
  textOf,
  toData,
  toText,
  type Value,
} from './exact.ts';
import { changedPaths, difference, type MergeOptions, merge3 } from './merge3.ts';
import {
  applyPatch,
  childOf,
  DoesNotApply,
  type Increment,
  type Operation,
  type Own,
  valueAt,
  withValue,
} from './patch.ts';
import { formatPointer, type Path, parsePointer } from './pointer.ts';

/** It is JSON (exact.ts). */
export type Step = Increment | Append | Guarded;

interface Append {
  readonly op: 'append';
  readonly path: string;
  readonly items: readonly Value[];
  readonly maxItems?: number;
}

/** A patch that applies whole or not at all. */
interface Guarded {
  readonly op: 'patch';
  readonly operations: readonly Operation[];
}

/** It is JSON (exact.ts). */
export interface Unsent {
  /** The document without the steps. */
  readonly plain: ObjectValue;
  readonly steps: readonly Step[];
}

/** The operations of a step, as they are sent. */
export function operationsOf(step: Step): readonly Operation[] {
  if (step.op === 'patch') return step.operations;
  if (step.op === 'increment') return [step];
  const { path, items } = step;
  return items.map((value) => ({ op: 'append', path, value, ...boundOf(step) }));
}

const boundOf = ({ maxItems }: { readonly maxItems?: number }): { readonly maxItems?: number } =>
  maxItems === undefined ? {} : { maxItems };

/** @throws DoesNotApply */
export const applyStep = (document: ObjectValue, step: Step): ObjectValue =>
  applyPatch(document, operationsOf(step));

const documents = new WeakMap<Unsent, ObjectValue>();

/** What the player has. */
export function documentOf(unsent: Unsent): ObjectValue {
  const document = documents.get(unsent) ?? unsent.steps.reduce(applyStep, unsent.plain);
  documents.set(unsent, document);
  return document;
}

function unsentOf(plain: ObjectValue, steps: readonly Step[], document?: ObjectValue): Unsent {
  const unsent = { plain, steps };
  if (document) documents.set(unsent, document);
  return unsent;
}

/** Is one path at, above or below the other? */
const overlaps = (one: Path, other: Path): boolean =>
  one.slice(0, other.length).every((token, index) => token === other[index]);

/** A path through an array ends at the array, whose items move. */
function upToArray(path: Path, document: ObjectValue): Path {
  let value: Value | undefined = document;
  for (const [length, token] of path.entries()) {
    if (Array.isArray(value)) return path.slice(0, length);
    value = childOf(value, token);
  }
  return path;
}

/** The paths that a step reads or writes. */
function touchedPaths(step: Step, document: ObjectValue): readonly Path[] {
  const operations = step.op === 'patch' ? step.operations : [step];
  const pointers = operations.flatMap((each) => ('from' in each ? [each.path, each.from] : [each.path]));
  return pointers.map((pointer) => upToArray(parsePointer(pointer), document));
}

const isTouched = (step: Step, paths: readonly Path[], document: ObjectValue): boolean =>
  touchedPaths(step, document).some((own) => paths.some((path) => overlaps(own, path)));

/**
 * One more addition or guarded patch. An addition joins the last one that touches its path, if that has the same bounds.
 * @throws DoesNotApply
 */
export function addStep(unsent: Unsent, step: Step): Unsent {
  const document = applyStep(documentOf(unsent), step);
  const steps = [...unsent.steps];
  if (step.op !== 'patch') {
    let index = steps.length - 1;
    while (index >= 0 && !isTouched(steps[index] as Step, [parsePointer(step.path)], document)) index -= 1;
    const both = index < 0 ? undefined : joinedSteps(steps[index] as Step, step);
    if (both) {
      steps[index] = both;
      return unsentOf(unsent.plain, steps, document);
    }
  }
  return unsentOf(unsent.plain, [...steps, step], document);
}

/** Two additions with the same bounds as one; undefined for others. */
function joinedSteps(last: Step, step: Step): Step | undefined {
  if (last.op === 'increment' && step.op === 'increment') {
    const by = sumOfTexts(textOf(last.by), textOf(step.by));
    const isOne = (['path', 'min', 'max', 'initial'] as const).every((name) =>
      isSame(last[name], step[name]),
    );
    return isOne && by !== undefined ? { ...last, by: numericOf(by) } : undefined;
  }
  if (last.op !== 'append' || step.op !== 'append') return undefined;
  if (last.path !== step.path || last.maxItems !== step.maxItems) return undefined;
  const items = [...last.items, ...step.items];
  return { ...step, items: step.maxItems === undefined ? items : items.slice(-step.maxItems) };
}

/** The plain change of the document into `wanted`. */
export function applyEdit(unsent: Unsent, wanted: ObjectValue): Unsent {
  if (unsent.steps.length === 0) return unsentOf(wanted, []);
  return absorb(unsent, changedPaths(documentOf(unsent), wanted), wanted);
}

/** The wanted values at some paths are plain. Additions that touch these are in them; guarded patches that do are dissolved. */
function absorb(before: Unsent, changed: readonly Path[], wanted: ObjectValue): Unsent {
  const document = documentOf(before);
  let unsent = before;
  let paths = changed;
  for (;;) {
    const touching = unsent.steps.filter((step) => isTouched(step, paths, document));
    const guarded = touching.find((step) => step.op === 'patch');
    if (touching.length === 0) break;
    if (guarded) unsent = dissolve(unsent, guarded);
    else {
      const kept = unsent.steps.filter((step) => !touching.includes(step));
      unsent = unsentOf(unsent.plain, kept);
      paths = [...paths, ...touching.flatMap((step) => touchedPaths(step, document))];
    }
  }
  const own: Own = new Set();
  const plain = paths.reduce((result, path) => withValueOf(result, path, wanted, own), unsent.plain);
  return unsentOf(plain, unsent.steps);
}

/** A guarded patch without its guard: its increments and appends are additions, its other operations plain changes. */
function dissolve(unsent: Unsent, guarded: Step): Unsent {
  let result = unsentOf(unsent.plain, []);
  for (const step of unsent.steps) {
    if (step !== guarded) result = addStep(result, step);
    else
      for (const operation of operationsOf(step)) {
        if (operation.op === 'increment') result = addStep(result, operation);
        else if (operation.op === 'append') {
          const { op, path, value } = operation;
          result = addStep(result, { op, path, items: [value], ...boundOf(operation) });
        } else if (operation.op !== 'test')
          result = applyEdit(result, applyPatch(documentOf(result), [operation]));
      }
  }
  return result;
}

/** The document with the other's value at a path, or at the nearest parent that both have. */
function withValueOf(document: ObjectValue, path: Path, other: ObjectValue, own: Own): ObjectValue {
  let length = 1;
  while (length < path.length) {
    const parent = path.slice(0, length);
    if (!isObject(valueAt(document, parent)) || !isObject(valueAt(other, parent))) break;
    length += 1;
  }
  const place = path.slice(0, length);
  return withValue(document, place, valueAt(other, place), own) as ObjectValue;
}

/** Two unsent changes as one. The second was made upon the document of the first. */
export const joined = (first: Unsent, then: Unsent): Unsent =>
  then.steps.reduce(addStep, applyEdit(first, then.plain));

export interface Merged {
  readonly unsent: Unsent;
  readonly disputed: readonly Path[];
  /** The steps that no longer fit. */
  readonly refused: readonly Step[];
}

/** The unsent change, made upon `base`, upon another record. */
export function mergeRecord(
  base: ObjectValue,
  made: Unsent,
  theirs: ObjectValue,
  options: MergeOptions = {},
): Merged {
  const { units = [] } = options;
  const changed = units.filter((unit) => !isSame(valueAt(base, unit), valueAt(theirs, unit)));
  // An addition within a unit is a change of the unit, so the two are disputed.
  const unsent = changed.length > 0 ? absorb(made, changed, documentOf(made)) : made;
  const { merged, disputed } = merge3(base, unsent.plain, theirs, options);
  const [kept, refused]: [Step[], Step[]] = [[], []];
  let document = merged;
  for (const step of unsent.steps) {
    try {
      document = applyStep(document, step);
      kept.push(step);
    } catch (error) {
      if (!(error instanceof DoesNotApply)) throw error;
      refused.push(step);
    }
  }
  return { unsent: unsentOf(merged, kept, document), disputed, refused };
}

/**
 * `set(state)`: what the game changed since `handed`, upon the document. The disputed members have the state's values. Both are data
 * as a game sees them (`toData`): a member that the game did not touch keeps its digits. `update` and `merge` are the same with the
 * data of the document as `handed`.
 */
export function mergeState(
  unsent: Unsent,
  handed: ObjectValue,
  state: ObjectValue,
  units: readonly Path[] = [],
): { readonly unsent: Unsent; readonly disputed: readonly Path[] } {
  const document = documentOf(unsent);
  const data = toData(document);
  const { merged, disputed } = merge3(handed, state, data, { units, begins: true });
  const wanted = data === document ? merged : applyPatch(document, difference(data, merged));
  return { unsent: applyEdit(unsent, wanted), disputed };
}

export interface NextRequest {
  /** Empty where nothing is to be sent. The body is `toText(operations)`. */
  readonly operations: readonly Operation[];
  /** What the request holds. */
  readonly held: Unsent;
  /** The steps that wait for the request after it. */
  readonly waiting: readonly Step[];
}

/** Shorter operations are sent however short the document is. */
const fewCharacters = 1_000;

/** The next request of what is unsent upon the record. The record becomes `documentOf(held)` by it. */
export function requestOf(
  record: ObjectValue,
  made: Unsent,
  mostOperations: number,
  units: readonly Path[] = [],
): NextRequest {
  let unsent = made;
  let operations = difference(record, unsent.plain);
  const count = unsent.steps.reduce((sum, step) => sum + operationsOf(step).length, operations.length);
  if (count > mostOperations) {
    // A request that is cut sends no unit in halves.
    unsent = absorb(unsent, units, documentOf(unsent));
    operations = difference(record, unsent.plain);
  }
  const { plain } = unsent;
  if (operations.length > mostOperations) operations = membersOf(record, plain);
  const text = toText(operations as readonly Value[]);
  const isLong = text.length > fewCharacters && toText(plain).length < text.length;
  if (operations.length > mostOperations || isLong) operations = [{ op: 'replace', path: '', value: plain }];
  const held: Step[] = [];
  let waiting = unsent.steps;
  const all = [...operations];
  for (const step of unsent.steps) {
    const own = operationsOf(step);
    const room = mostOperations - all.length;
    const isCut = own.length > room;
    if (isCut && (step.op !== 'append' || room === 0)) break;
    held.push(isCut ? cut(step, 0, room) : step);
    waiting = isCut ? [cut(step, room), ...waiting.slice(1)] : waiting.slice(1);
    all.push(...own.slice(0, room));
    if (isCut) break;
  }
  return { operations: all, held: unsentOf(plain, held), waiting };
}

/** Some of the items that a step appends. */
const cut = (step: Step, start: number, end?: number): Step =>
  step.op === 'append' ? { ...step, items: step.items.slice(start, end) } : step;

/** The members at the top that differ, each as a whole. */
function membersOf(record: ObjectValue, plain: ObjectValue): readonly Operation[] {
  return Object.keys({ ...record, ...plain }).flatMap((key): readonly Operation[] => {
    const path = formatPointer([key]);
    const [before, value] = [childOf(record, key), childOf(plain, key)];
    if (isSame(before, value)) return [];
    return [value === undefined ? { op: 'remove', path } : { op: 'add', path, value }];
  });
}
