// What a device has and the service has not: a document, and additions and guarded patches upon it in one order. The functions are those
// of test/models/save_rules.py.
import type { ObjectValue, Value } from './exact.ts';
import type { MergeOptions } from './merge3.ts';
import type { Increment, Operation } from './patch.ts';
import type { Path } from './pointer.ts';

/** An addition of a number, an addition of items, or a guarded patch, which applies whole or not at all. It is JSON (exact.ts). */
export type Step =
  | Increment
  | {
      readonly op: 'append';
      readonly path: string;
      readonly items: readonly Value[];
      readonly maxItems?: number;
    }
  | { readonly op: 'patch'; readonly operations: readonly Operation[] };

/** It is JSON (exact.ts). */
export interface Unsent {
  /** The document without the steps. */
  readonly plain: ObjectValue;
  readonly steps: readonly Step[];
}

/** What the player has. */
export function documentOf(unsent: Unsent): ObjectValue {
  throw new Error(String(unsent));
}

/** The operations of a step, as they are sent. */
export function operationsOf(step: Step): readonly Operation[] {
  throw new Error(String(step));
}

/** @throws DoesNotApply */
export function applyStep(document: ObjectValue, step: Step): ObjectValue {
  throw new Error(String([document, step]));
}

/** One more addition or guarded patch. An addition joins the last one that touches its path, if it has the same bounds. @throws DoesNotApply */
export function addStep(unsent: Unsent, step: Step): Unsent {
  throw new Error(String([unsent, step]));
}

/** The plain change of the document into `wanted`. */
export function applyEdit(unsent: Unsent, wanted: ObjectValue): Unsent {
  throw new Error(String([unsent, wanted]));
}

/** Two unsent changes as one. The second was made upon the document of the first. */
export function joined(first: Unsent, then: Unsent): Unsent {
  throw new Error(String([first, then]));
}

export interface Merged {
  readonly unsent: Unsent;
  readonly disputed: readonly Path[];
  /** The steps that no longer fit. */
  readonly refused: readonly Step[];
}

/** The unsent change, made upon `base`, upon another record. */
export function mergeRecord(
  base: ObjectValue,
  unsent: Unsent,
  theirs: ObjectValue,
  options: MergeOptions = {},
): Merged {
  throw new Error(String([base, unsent, theirs, options]));
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
  throw new Error(String([unsent, handed, state, units]));
}

export interface NextRequest {
  /** Empty where nothing is to be sent. The body is `toText(operations)`. */
  readonly operations: readonly Operation[];
  /** What the request holds. */
  readonly held: Unsent;
  /** The steps that wait for the request after it. */
  readonly waiting: readonly Step[];
}

/** The next request of what is unsent upon the record. The record becomes `documentOf(held)` by it. */
export function requestOf(
  record: ObjectValue,
  unsent: Unsent,
  mostOperations: number,
  units: readonly Path[] = [],
): NextRequest {
  throw new Error(String([record, unsent, mostOperations, units]));
}
