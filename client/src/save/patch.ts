// Patches upon documents, as the service applies them: JSON Patch (RFC 6902) with `increment` and `append`, by digits, and JSON Merge
// Patch (RFC 7396). Documents are never changed: an edit gives a copy that shares what stays.
import type { Numeric, ObjectValue, Value } from './exact.ts';
import type { Path } from './pointer.ts';

export type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: Value }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string }
  | Increment
  | {
      readonly op: 'append';
      readonly path: string;
      readonly value: Value;
      readonly maxItems?: number;
    };

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

/** The value at a path; undefined where there is none. */
export function valueAt(document: Value | undefined, path: Path): Value | undefined {
  throw new Error(String([document, path]));
}

/** The document with another value at a path of members; undefined removes the member. @throws DoesNotApply */
export function withValue(document: Value, path: Path, value: Value | undefined): Value {
  throw new Error(String([document, path, value]));
}

/** All operations or, by an exception, none. @throws DoesNotApply */
export function applyPatch(document: ObjectValue, operations: readonly Operation[]): ObjectValue {
  throw new Error(String([document, operations]));
}

/** A JSON Merge Patch applied. */
export function applyMerge(document: ObjectValue, patch: ObjectValue): ObjectValue {
  throw new Error(String([document, patch]));
}

/** The number after an addition. @throws DoesNotApply */
export function incremented(value: Value | undefined, step: Omit<Increment, 'op' | 'path'>): Numeric {
  throw new Error(String([value, step]));
}
