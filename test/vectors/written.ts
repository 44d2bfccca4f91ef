// The hand-written cases of all kinds.
import type { Case, Kind } from './cases.ts';
import { batch, compact, rebase } from './written-changes.ts';
import { difference, merge, patch, upon } from './written-patches.ts';
import { equal, json, pointer, sum } from './written-values.ts';

/** An expectation that a hand wrote is the one that must come out; the others are made. */
export type Written<K extends Kind> = Partial<Case<K>>;

export const written: { readonly [K in Kind]: readonly Written<K>[] } = {
  ...{ json, pointer, equal, patch, merge, difference, upon, sum, compact, rebase, batch },
};
