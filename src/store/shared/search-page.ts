// One page of a search: takes candidates in chunks and in order, checks the other conditions, and ends when it is full, has looked
// at its most entries, or has used its time. A page looks at one chunk at least, so a search always gets on.
import {
  SEARCH_CHUNK_LEAST_PLAYERS,
  SEARCH_CHUNK_MAX_PLAYERS,
  SEARCH_COLLECTED_MAX_PLAYERS,
  SEARCH_PAGE_MAX_ENTRIES,
  SEARCH_PAGE_MILLISECONDS,
} from '../../tuning.ts';
import type { PlayerFacts } from '../ports/players.ts';
import type { SearchPage, SearchStore } from '../ports/search.ts';
import { type Check, createCheck, type SearchParts } from './search-check.ts';
import { toConditions } from './search-conditions.ts';
import { type CandidateSet, choosePlan, type SearchReads } from './search-plan.ts';
import { findSortedPage, type SortedReads } from './sorted-page.ts';

/** The candidates after an id, in order. Fewer than asked for are the last ones of this page. */
type Candidates = (after: number, most: number) => Promise<Chunk>;

interface Chunk {
  readonly ids: readonly number[];
  /** There are no candidates after these. */
  readonly isLast: boolean;
}

interface OpenedSet {
  readonly set: CandidateSet;
  readonly candidates: Candidates;
}

export const searchStore = (parts: SearchParts & { readonly sorted: SortedReads }): SearchStore => ({
  findSortedPage: (search, sort, limit, after) => findSortedPage(parts, search, sort, limit, after),
  async findPage(search, limit, after) {
    const conditions = toConditions(search);
    if (conditions.isEmpty) return { players: [], next: undefined };
    const until = parts.monotonic() + SEARCH_PAGE_MILLISECONDS;
    const isLate = (): boolean => parts.monotonic() >= until;
    const chosen = await choosePlan(parts.reads, search, conditions, after);
    const { set, candidates } = await openSet(parts.reads, chosen, after);
    const now = search.lastSeen ? await parts.now() : 0;
    const check = createCheck(parts, conditions, { set, now, isLate });
    return readPage({ parts, candidates, check, isLate, limit, after });
  },
});

/** Opens a set. All players take its place where it has grown since it was counted. */
async function openSet(reads: SearchReads, set: CandidateSet, start: number): Promise<OpenedSet> {
  if (set.by !== 'values' && set.by !== 'names') {
    const candidates: Candidates = async (after, most) => {
      const ids = await reads.list(set, most, after);
      return { ids, isLast: ids.length < most };
    };
    return { set, candidates };
  }
  const most = SEARCH_COLLECTED_MAX_PLAYERS;
  const { ids, size } = await reads.collect(set, SEARCH_PAGE_MAX_ENTRIES + 1, most, start);
  if (size > SEARCH_PAGE_MAX_ENTRIES) return openSet(reads, { by: 'all' }, start);
  const candidates: Candidates = async (after, most) => {
    const from = firstAfter(ids, after);
    const to = from + most;
    return {
      ids: ids.slice(from, to),
      isLast: to >= ids.length && ids.length < SEARCH_COLLECTED_MAX_PLAYERS,
    };
  };
  return { set, candidates };
}

/** The index of the first id after an id, in a sorted list. */
function firstAfter(ids: readonly number[], after: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface PageOptions {
  readonly parts: SearchParts;
  readonly candidates: Candidates;
  /** Undefined where every candidate matches. */
  readonly check: Check | undefined;
  readonly isLate: () => boolean;
  readonly limit: number;
  readonly after: number;
}

async function readPage({
  parts,
  candidates,
  check,
  isLate,
  limit,
  after,
}: PageOptions): Promise<SearchPage> {
  const found: number[] = [];
  const described = new Map<number, PlayerFacts>();
  const finish = async (next: number | undefined): Promise<SearchPage> => {
    const unknown = found.filter((id) => !described.has(id));
    const more = unknown.length > 0 ? await parts.players.describe(unknown) : [];
    for (const facts of more) described.set(facts.sequentialId, facts);
    // A player who was erased meanwhile has no facts.
    return { players: found.map((id) => described.get(id)).filter((each) => each !== undefined), next };
  };
  let position = after;
  let chunk = SEARCH_CHUNK_LEAST_PLAYERS;
  for (let left = SEARCH_PAGE_MAX_ENTRIES; left > 0; ) {
    // One more than the page can hold shows whether there are more.
    const most = Math.min(left, check ? chunk : limit - found.length + 1);
    chunk = Math.min(2 * chunk, SEARCH_CHUNK_MAX_PLAYERS);
    const { ids, isLast } = await candidates(position, most);
    const { ids: matching, facts, stoppedAt } = check ? await check(ids) : { ids, facts: undefined };
    for (const id of matching) {
      if (found.length === limit) return finish(found.at(-1));
      found.push(id);
      const known = facts?.get(id);
      if (known) described.set(id, known);
    }
    if (stoppedAt === undefined && isLast) return finish(undefined);
    position = stoppedAt ?? ids.at(-1) ?? position;
    left -= ids.length;
    if (found.length === limit || ids.length < most || isLate()) break;
  }
  return finish(position);
}
