// A change of a save: how it is kept on the device, its effect on a document, and the paths that it touches.
import type { FailureCode } from '../failure.ts';
import type { PatchOperation } from '../metadata.ts';
import type { Json, JsonObject } from '../record.ts';
import { applyOperations, operationsBetween, operationsOfMerge } from './operations.ts';
import { childOf, isObject, type Path, parsePointer } from './pointer.ts';

export type ChangeKind = 'initial' | 'set' | 'merge' | 'patch' | 'increment' | 'append';

export type ChangeBody =
  | { readonly data: JsonObject }
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
  if ('data' in body) return operationsBetween(document, body.data);
  if ('patch' in body) return operationsOfMerge(document, body.patch);
  return body.operations;
}

/** @throws DoesNotApply */
export const applyChange = (document: JsonObject, change: Change): JsonObject =>
  'data' in change.body ? change.body.data : applyOperations(document, operationsOf(document, change));

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

/** Does a second effect of the change add a second time? */
export const hasAdditions = ({ body }: Change): boolean =>
  'operations' in body && body.operations.some(isAddition);

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

const leavesOf = (patch: JsonObject, at: Path = []): readonly Path[] =>
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
