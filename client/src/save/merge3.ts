// The difference of two documents, and the merge of three.
import type { ObjectValue, Value } from './exact.ts';
import type { Operation } from './patch.ts';
import type { Path } from './pointer.ts';

/** The operations that make one value another. Objects go member by member, arrays without the items that stay. */
export function difference(
  before: Value | undefined,
  after: Value | undefined,
  at: Path = [],
): readonly Operation[] {
  throw new Error(String([before, after, at]));
}

/** The paths of the members that differ. An array is one value. */
export function changedPaths(
  before: Value | undefined,
  after: Value | undefined,
  at: Path = [],
): readonly Path[] {
  throw new Error(String([before, after, at]));
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
  throw new Error(String([base, mine, theirs, options]));
}
