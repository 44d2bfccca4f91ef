// A change of a save: its states, how it is kept on the device, its effect on a document, and the paths that it touches.
import type { FailureCode } from '../failure.ts';
import type { PatchOperation } from '../metadata.ts';
import type { Json, JsonObject } from '../record.ts';
import { applyOperations, operationsBetween, operationsOfMerge } from './operations.ts';
import { childOf, formatPointer, isObject, type Path, parsePointer } from './pointer.ts';

/**
 * The states of a change. No other event happens to it, and no other state follows:
 *   queued   it waits. `compose` makes it sent; `join` and `discard` remove it
 *   sent     the request with it is stored, and may have arrived. `acknowledge` removes it, `withdraw` makes it queued, `refuse` refused
 *   refused  it was set aside, and waits for the game. `discard` removes it
 */
export type ChangeState = 'queued' | 'sent' | 'refused';

/** @param batch the request on its way */
export const stateOf = (
  { refusal, number }: QueuedChange,
  batch: { readonly numbers: readonly number[] } | undefined,
): ChangeState => (refusal ? 'refused' : batch?.numbers.includes(number) ? 'sent' : 'queued');

export type ChangeKind = 'initial' | 'set' | 'merge' | 'patch' | 'increment' | 'append';

export type ChangeBody =
  | {
      readonly data: JsonObject;
      /**
       * JSON Pointers to what a `set` changed in the view of its time, arrays as a whole. All else in `data` was already there, maybe
       * rounded, and may be another value by now. Without it all of `data` is set.
       */
      readonly paths?: readonly string[];
      /** Of several that were joined: JSON Pointers to what more than one of them changed, so that the last value is set. */
      readonly again?: readonly string[];
    }
  | { readonly patch: JsonObject }
  | { readonly operations: readonly PatchOperation[] };

export interface Refusal {
  readonly code: FailureCode;
  readonly status: number;
  readonly message: string;
  readonly detail?: string | undefined;
}

export interface Change {
  readonly id: string;
  readonly kind: ChangeKind;
  /** By the device's clock, for display. */
  readonly madeAt: string;
  readonly body: ChangeBody;
  /** How many changes of the game were joined into it; 1 without it. */
  readonly count?: number;
  /** It begins metadata that was deleted, so it goes with the entity tag of the deletion. */
  readonly isAgain?: boolean;
  /** It was refused together with others, and is sent by itself. */
  readonly isAlone?: boolean;
  /** It was refused by itself, and waits for the game. */
  readonly refusal?: Refusal;
}

/** A change with its number, which is its place in the order. */
export interface QueuedChange extends Change {
  readonly number: number;
}

/** The operations with which a change turns this document into another. They are right for this document alone. */
export function operationsOf(document: JsonObject, { body }: Change): readonly PatchOperation[] {
  if ('data' in body) {
    const operations = operationsBetween(document, body.data);
    if (body.paths === undefined) return operations;
    const paths = body.paths.map(parsePointer);
    return operations.filter((operation) => {
      const own = parsePointer(operation.path);
      return paths.some((path) => isPrefix(path, own) || isPrefix(own, path));
    });
  }
  if ('patch' in body) return operationsOfMerge(document, body.patch);
  return body.operations;
}

/** The last effect of each change. The view is made anew after each update of the queue, mostly of the same values. */
const effects = new WeakMap<ChangeBody, { readonly document: JsonObject; readonly result: JsonObject }>();

/** @throws DoesNotApply */
export function applyChange(document: JsonObject, change: Change): JsonObject {
  const known = effects.get(change.body);
  if (known?.document === document) return known.result;
  const isWhole = 'data' in change.body && change.body.paths === undefined;
  const result = isWhole ? change.body.data : applyOperations(document, operationsOf(document, change));
  effects.set(change.body, { document, result });
  return result;
}

/** A `set` of more paths is one of all. */
export const mostPaths = 400;

/** The body of a `set` upon the view of its time. */
export function setBody(view: JsonObject, data: JsonObject): ChangeBody {
  const paths = setPaths(view, data);
  const body = paths.length > mostPaths ? { data } : { data, paths };
  effects.set(body, { document: view, result: data });
  return body;
}

/** JSON Pointers to what a `set` changes in a document, arrays as a whole. */
export function setPaths(document: JsonObject, data: JsonObject): readonly string[] {
  const paths = operationsBetween(document, data).map(({ path }) => untilArray(document, parsePointer(path)));
  return [...new Set(paths.map(formatPointer))];
}

/**
 * The document after the changes. One that does not apply is left out: the service decides about it. So is what a save begins
 * with, where it has begun.
 */
export const applyChanges = (document: JsonObject, changes: readonly Change[]): JsonObject =>
  changes.reduce((state, change) => {
    if (change.kind === 'initial' && Object.keys(state).length > 0) return state;
    try {
      return applyChange(state, change);
    } catch {
      return state;
    }
  }, document);

const isAddition = ({ op }: PatchOperation): boolean => op === 'increment' || op === 'append';

/** Additions, which apply to any state and give the same sum in any order. */
export const isCounter = ({ body }: Change): boolean =>
  'operations' in body && body.operations.every(isAddition);

/** The paths at which a change takes a value for granted, which an addition does not. @param document the state before it */
export function touchedPaths(document: JsonObject, change: Change): readonly Path[] {
  const { body } = change;
  if (!('operations' in body)) return changedPaths(document, change);
  const operations = body.operations.filter((operation) => !isAddition(operation));
  return changedPaths(document, { ...change, body: { operations } });
}

/**
 * The paths that a change reads or changes. A path through an array ends at the array, whose items may have moved.
 * @param document the state before the change
 */
export function changedPaths(document: JsonObject, change: Change): readonly Path[] {
  const { body } = change;
  const paths = 'patch' in body ? leavesOf(body.patch) : operationsOf(document, change).flatMap(pathsOf);
  return paths.map((path) => untilArray(document, path));
}

function pathsOf(operation: PatchOperation): readonly Path[] {
  const path = parsePointer(operation.path);
  // An item that is added at the end takes nothing for granted.
  if (operation.op === 'add' && path.at(-1) === '-') return [];
  return 'from' in operation && typeof operation.from === 'string'
    ? [path, parsePointer(operation.from)]
    : [path];
}

export const leavesOf = (patch: JsonObject, at: Path = []): readonly Path[] =>
  Object.entries(patch).flatMap(([key, value]) => {
    const path = [...at, key];
    return isObject(value) && Object.keys(value).length > 0 ? leavesOf(value, path) : [path];
  });

function untilArray(document: JsonObject, path: Path): Path {
  let value: Json | undefined = document;
  for (const [index, token] of path.entries()) {
    if (Array.isArray(value)) return path.slice(0, index);
    value = childOf(value, token);
  }
  return path;
}

export const isPrefix = (prefix: Path, path: Path): boolean =>
  prefix.every((token, index) => path[index] === token);
