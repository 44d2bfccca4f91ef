// The plan of a search: the one set of players from which its candidates come. The other conditions are checked for each
// candidate. No plan reads a table from end to end: a set is read by an index, from a sequential id on or as a whole where it is
// small.
import { SEARCH_PAGE_MAX_ENTRIES, SEARCH_PROBE_MAX_ENTRIES } from '../../tuning.ts';
import type { PlayerSearch } from '../ports/search.ts';
import { isOneValue, type NameRange, type SearchConditions, type ValueRange } from './search-conditions.ts';

/** A set that an index gives in the order of the sequential ids. */
export type OrderedSet =
  | { readonly by: 'value'; readonly indexId: number; readonly value: Uint8Array }
  | { readonly by: 'foldedName'; readonly foldedName: string }
  | { readonly by: 'online' }
  | { readonly by: 'suspended' }
  | { readonly by: 'all' };

/** A set that an index gives in another order, so that it has to be read as a whole. */
export type UnorderedSet = ({ readonly by: 'values' } & ValueRange) | ({ readonly by: 'names' } & NameRange);

export type CandidateSet = OrderedSet | UnorderedSet;

export interface CollectedIds {
  readonly ids: readonly number[];
  readonly size: number;
}

/** The reads of an engine. Each goes by index, and looks at no more rows than it is asked for. */
export interface SearchReads {
  /** The ids of a set, counted up to `most`. Those of an ordered set from after `after` on. */
  count(set: CandidateSet, most: number, after: number): Promise<number>;
  /** The first ids of a set after `after`, at most `most`, in order. */
  list(set: OrderedSet, most: number, after: number): Promise<readonly number[]>;
  /** The first ids of a set after `after`, at most `most`, in order, and the size of the whole set, counted up to `mostOfSet`. */
  collect(set: UnorderedSet, mostOfSet: number, most: number, after: number): Promise<CollectedIds>;
  /** The ids among those given that have an entry in each range, in any order. */
  filter(ids: readonly number[], values: readonly ValueRange[]): Promise<readonly number[]>;
}

/**
 * Chooses the set of candidates: the smallest of those that the conditions name. An unordered set must be small enough for one
 * page; where no set is, the candidates are those of a large ordered set, or all players.
 */
export async function choosePlan(
  reads: Pick<SearchReads, 'count'>,
  search: PlayerSearch,
  { values, names }: SearchConditions,
  after: number,
): Promise<CandidateSet> {
  const ordered: OrderedSet[] = values
    .filter(isOneValue)
    .map(({ indexId, from }) => ({ by: 'value', indexId, value: from }));
  const { foldedName } = search;
  if (foldedName !== undefined) ordered.push({ by: 'foldedName', foldedName });
  if (search.suspended === true) ordered.push({ by: 'suspended' });
  if (search.online === true) ordered.push({ by: 'online' });
  const unordered: UnorderedSet[] = names ? [{ by: 'names', ...names }] : [];
  for (const range of values) if (!isOneValue(range)) unordered.push({ by: 'values', ...range });
  const [first, second] = ordered;
  if (unordered.length === 0 && !second) return first ?? { by: 'all' };
  const smallest = await findSmallest(reads, [...ordered, ...unordered], after);
  return smallest ?? first ?? { by: 'all' };
}

/** The smallest set, if one fits into a page. Each count stops where the set is larger than one found before. */
async function findSmallest(
  reads: Pick<SearchReads, 'count'>,
  sets: readonly CandidateSet[],
  after: number,
): Promise<CandidateSet | undefined> {
  let best: CandidateSet | undefined;
  let most = SEARCH_PAGE_MAX_ENTRIES;
  let left = SEARCH_PROBE_MAX_ENTRIES;
  for (const set of sets) {
    const bound = Math.min(most, left);
    const size = await reads.count(set, bound + 1, after);
    left -= size;
    if (size <= bound) {
      best = set;
      most = size - 1;
    }
    if (most <= 0 || left <= 0) break;
  }
  return best;
}
