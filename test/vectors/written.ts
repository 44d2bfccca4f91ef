// Cases that were written by hand.
import type { Case, Kind } from './cases.ts';
export const written: { readonly [K in Kind]: readonly Partial<Case<K>>[] } = {
  json: [], pointer: [], equal: [], patch: [], merge: [], difference: [], upon: [], sum: [], compact: [], rebase: [], batch: [],
};
