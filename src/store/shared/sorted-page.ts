// One page of a search in another order than that of the sequential ids: the newest registrations, the last seen or the highest values of
// an index first. An order is walked by an index from a place on, and each candidate is checked. So a page may be short, even empty,
// like every page of a search (search-page.ts), and its cursor is the place of the last candidate that was looked at.
import {
  SEARCH_CHUNK_LEAST_PLAYERS,
  SEARCH_CHUNK_MAX_PLAYERS,
  SEARCH_PAGE_MAX_ENTRIES,
  SEARCH_PAGE_MILLISECONDS,
} from '../../tuning.ts';
import type { PlayerFacts } from '../ports/players.ts';
import type { PlayerSearch, SearchSort, SortedPage, SortPlace } from '../ports/search.ts';
import { type Check, createCheck, type SearchParts } from './search-check.ts';
import { toConditions } from './search-conditions.ts';

/** A row of an order. */
export interface SortedRow {
  readonly sequentialId: number;
  /** The end of a session, or the bytes of a value in hexadecimal; empty for the order of registrations. */
  readonly key: string;
}

/** The reads of an engine, each by an index and from a place on, the highest first. */
export interface SortedReads {
  /** Players whose ids are below one. */
  listNewest(before: number, most: number): Promise<readonly SortedRow[]>;
  /** Ended sessions before a place. A player has one row for each session. */
  listEnded(before: SortedRow, most: number): Promise<readonly SortedRow[]>;
  /** The entries of an index before a place. */
  listHighest(indexId: number, before: SortedRow, most: number): Promise<readonly SortedRow[]>;
}

interface Candidate {
  readonly id: number;
  readonly place: SortPlace;
  /** Is this the player's place? A player has one row for each session, and stands at the newest. */
  readonly isPlaceOf: (facts: PlayerFacts, now: number) => boolean;
}

interface Walk {
  readonly candidates: readonly Candidate[];
  /** Where the walk goes on after these; undefined at the end of the order. */
  readonly next: SortPlace | undefined;
}

/** More than any id, end of a session or value. */
const beyondIds = Number.MAX_SAFE_INTEGER;
const beyondTimes = String(Number.MAX_SAFE_INTEGER);
const beyondValues = 'ff'.repeat(16);

const always = (): boolean => true;

export async function findSortedPage(
  parts: SearchParts & { readonly sorted: SortedReads },
  search: PlayerSearch,
  sort: SearchSort,
  limit: number,
  after: SortPlace | undefined,
): Promise<SortedPage> {
  const conditions = toConditions(search);
  if (conditions.isEmpty) return { players: [], next: undefined };
  const until = parts.monotonic() + SEARCH_PAGE_MILLISECONDS;
  const now = search.lastSeen || sort.by === 'lastSeen' ? await parts.now() : 0;
  const check = createCheck(parts, conditions, { now, isLate: () => false });
  const found: PlayerFacts[] = [];
  let place = after ?? firstPlaceOf(sort);
  let chunk = Math.max(limit, SEARCH_CHUNK_LEAST_PLAYERS);
  for (let left = SEARCH_PAGE_MAX_ENTRIES; left > 0; left -= chunk) {
    const most = Math.min(left, chunk, SEARCH_CHUNK_MAX_PLAYERS);
    const { candidates, next } = await walk(parts, sort, place, most);
    const facts = await factsOf(parts, check, candidates);
    for (const { id, place: own, isPlaceOf } of candidates) {
      const player = facts.get(id);
      if (!player || !isPlaceOf(player, now)) continue;
      // Two sessions of a player may have ended at once.
      facts.delete(id);
      found.push(player);
      if (found.length === limit) return { players: found, next: own };
    }
    if (!next) return { players: found, next: undefined };
    place = next;
    if (parts.monotonic() >= until) break;
    chunk = Math.min(2 * chunk, SEARCH_CHUNK_MAX_PLAYERS);
  }
  return { players: found, next: place };
}

/** The facts of the candidates for whom the conditions hold. */
async function factsOf(
  { players }: SearchParts,
  check: Check | undefined,
  candidates: readonly Candidate[],
): Promise<Map<number, PlayerFacts>> {
  const ids = [...new Set(candidates.map(({ id }) => id))].sort((a, b) => a - b);
  if (ids.length === 0) return new Map();
  const checked = check ? await check(ids) : { ids, facts: undefined };
  const known = checked.facts ?? new Map<number, PlayerFacts>();
  const unknown = checked.ids.filter((id) => !known.has(id));
  const more = unknown.length > 0 ? await players.describe(unknown) : [];
  const all = new Map([...known, ...more.map((each) => [each.sequentialId, each] as const)]);
  return new Map(checked.ids.flatMap((id) => (all.has(id) ? [[id, all.get(id) as PlayerFacts]] : [])));
}

function firstPlaceOf({ by }: SearchSort): SortPlace {
  if (by === 'registered') return { phase: 'ids', key: '', sequentialId: beyondIds };
  if (by === 'lastSeen') return { phase: 'online', key: '', sequentialId: 0 };
  return { phase: 'values', key: beyondValues, sequentialId: 0 };
}

type Parts = Pick<SearchParts, 'reads'> & { readonly sorted: SortedReads };

async function walk(parts: Parts, sort: SearchSort, place: SortPlace, most: number): Promise<Walk> {
  const { sorted } = parts;
  switch (place.phase) {
    case 'ids':
      return toWalk('ids', await sorted.listNewest(place.sequentialId, most), most, always);
    case 'values':
      if (typeof sort.by === 'string') throw new Error('the place is one of another order');
      return toWalk('values', await sorted.listHighest(sort.by.indexId, place, most), most, always);
    default:
      return walkSeen(parts, place, most);
  }
}

/**
 * The order of those last seen. First come those who have an active session, or one that has just expired; then each player at the end
 * of the newest session; then those whose sessions have all left the history, and those without one.
 */
async function walkSeen({ reads, sorted }: Parts, place: SortPlace, most: number): Promise<Walk> {
  if (place.phase === 'online') {
    const ids = await reads.list({ by: 'online' }, most, place.sequentialId);
    const rows = ids.map((sequentialId) => ({ sequentialId, key: '' }));
    const { candidates, next } = toWalk('online', rows, most, always);
    return { candidates, next: next ?? { phase: 'ended', key: beyondTimes, sequentialId: beyondIds } };
  }
  if (place.phase === 'ended') {
    const rows = await sorted.listEnded(place, most);
    const { candidates, next } = toWalk('ended', rows, most, isAtNewestEnd);
    // From here on the oldest end of the history says who had no place in it.
    const oldest = rows.at(-1)?.key ?? place.key;
    return { candidates, next: next ?? { phase: 'rest', key: oldest, sequentialId: 0 } };
  }
  const ids = await reads.list({ by: 'all' }, most, place.sequentialId);
  const rows = ids.map((sequentialId) => ({ sequentialId, key: place.key }));
  return toWalk('rest', rows, most, isBeforeHistory);
}

type IsPlaceOf = (facts: PlayerFacts, key: string, now: number) => boolean;

/** An end in the future, from before the clock was set back, counts as now in `lastSeenAt`. */
const isAtNewestEnd: IsPlaceOf = ({ online, lastSeenAt }, key, now) =>
  !online &&
  lastSeenAt !== null &&
  (lastSeenAt === Number(key) || (now <= lastSeenAt && lastSeenAt < Number(key)));
const isBeforeHistory: IsPlaceOf = ({ online, lastSeenAt }, key, now) =>
  !online && (lastSeenAt === null || (lastSeenAt < now && lastSeenAt < Number(key)));

function toWalk(
  phase: SortPlace['phase'],
  rows: readonly SortedRow[],
  most: number,
  isPlaceOf: IsPlaceOf,
): Walk {
  const candidates = rows.map(({ sequentialId, key }) => ({
    id: sequentialId,
    place: { phase, key, sequentialId },
    isPlaceOf: (facts: PlayerFacts, now: number) => isPlaceOf(facts, key, now),
  }));
  return { candidates, next: rows.length < most ? undefined : candidates.at(-1)?.place };
}
