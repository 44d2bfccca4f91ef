// One page of a search: takes candidates in chunks and in order, checks the other conditions, and ends when it is full, has looked
// at its most entries, or has used its time. A page looks at one chunk at least, so a search always gets on.
import { createFinder } from '../../lib/json-find.ts';
import { stringValue } from '../../lib/json-places.ts';
import { parsePointer } from '../../lib/json-pointer.ts';
import { METADATA_LIMIT_BYTES } from '../../limits.ts';
import {
  SEARCH_CHUNK_LEAST_PLAYERS,
  SEARCH_CHUNK_MAX_PLAYERS,
  SEARCH_COLLECTED_MAX_PLAYERS,
  SEARCH_PAGE_MAX_ENTRIES,
  SEARCH_PAGE_MILLISECONDS,
  SEARCH_TEXTS_MAX_BYTES,
} from '../../tuning.ts';
import type { MetadataRecord, MetadataStore } from '../ports/metadata.ts';
import type { PlayerFacts, PlayerStore } from '../ports/players.ts';
import type { SearchPage, SearchStore } from '../ports/search.ts';
import { type LongString, type SearchConditions, toConditions } from './search-conditions.ts';
import { type CandidateSet, choosePlan, type SearchReads } from './search-plan.ts';

export interface SearchParts {
  readonly reads: SearchReads;
  readonly players: Pick<PlayerStore, 'describe'>;
  readonly metadata: Pick<MetadataStore, 'list'>;
  /** Runs work that may keep the thread for long. */
  readonly compute: <T>(work: () => T) => Promise<T>;
  /** The time of the store, in milliseconds since the Unix epoch. */
  readonly now: () => Promise<number>;
  readonly monotonic: () => number;
}

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

/** The candidates of a chunk that match. */
interface Checked {
  readonly ids: readonly number[];
  /** The facts that were read for the checks. */
  readonly facts: ReadonlyMap<number, PlayerFacts> | undefined;
  /** The last candidate that was looked at, where the chunk was left early. */
  readonly stoppedAt?: number;
}

export const searchStore = (parts: SearchParts): SearchStore => ({
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
  readonly check: ((ids: readonly number[]) => Promise<Checked>) | undefined;
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

/** Prepares the check of candidates for the conditions that their set does not fulfil by itself. */
function createCheck(
  parts: SearchParts,
  { values, longStrings, matches }: SearchConditions,
  { set, now, isLate }: { readonly set: CandidateSet; readonly now: number; readonly isLate: () => boolean },
): PageOptions['check'] {
  const indexId = set.by === 'value' || set.by === 'values' ? set.indexId : undefined;
  const others = values.filter((range) => range.indexId !== indexId);
  if (others.length === 0 && longStrings.length === 0 && !matches) return undefined;
  const holdsStrings = createStringCheck(longStrings);
  return async (candidates) => {
    let ids = candidates;
    if (others.length > 0 && ids.length > 0) {
      const within = new Set(await parts.reads.filter(ids, others));
      ids = ids.filter((id) => within.has(id));
    }
    if (ids.length === 0 || (!matches && longStrings.length === 0)) return { ids, facts: undefined };
    const list = await parts.players.describe(ids);
    const fitting = matches ? list.filter((facts) => matches(facts, now)) : list;
    const facts = new Map(fitting.map((each) => [each.sequentialId, each]));
    if (longStrings.length === 0) return { ids: [...facts.keys()], facts };
    return { ...(await checkTexts(parts, fitting, holdsStrings, isLate)), facts };
  };
}

function createStringCheck(strings: readonly LongString[]): (text: string | undefined) => boolean {
  const find = createFinder(strings.map(({ pointer }) => parsePointer(pointer) ?? []));
  const wanted = strings.map(({ value }) => stringValue(value));
  return (text) => {
    if (text === undefined) return false;
    const values = find(text);
    return wanted.every((value, index) => {
      const found = values[index];
      return found?.startsWith('"') === true && stringValue(found) === value;
    });
  };
}

/** Compares strings with the texts of the metadata. A few texts at once are in memory, and it may stop early. */
async function checkTexts(
  { metadata, compute }: SearchParts,
  players: readonly PlayerFacts[],
  holdsStrings: (text: string | undefined) => boolean,
  isLate: () => boolean,
): Promise<Omit<Checked, 'facts'>> {
  const ids: number[] = [];
  for (let start = 0; start < players.length; ) {
    const group = firstTexts(players, start);
    for (const record of await readTexts(metadata, group)) {
      if (await compute(() => holdsStrings(record.text))) ids.push(record.sequentialId);
    }
    start += group.length;
    const last = group.at(-1);
    if (last !== undefined && start < players.length && isLate()) return { ids, stoppedAt: last };
  }
  return { ids };
}

/** The ids from an index on whose texts are small enough together, at least one. */
function firstTexts(players: readonly PlayerFacts[], start: number): readonly number[] {
  const ids: number[] = [];
  let bytes = 0;
  for (let at = start; at < players.length; at += 1) {
    const player = players[at] as PlayerFacts;
    bytes += player.metadataBytes;
    if (ids.length > 0 && bytes > SEARCH_TEXTS_MAX_BYTES) break;
    ids.push(player.sequentialId);
  }
  return ids;
}

/** Texts may have grown since their sizes were read. Then each is read by itself. */
async function readTexts(
  metadata: SearchParts['metadata'],
  ids: readonly number[],
): Promise<readonly MetadataRecord[]> {
  const records = await metadata.list(ids, METADATA_LIMIT_BYTES);
  if (typeof records !== 'number') return records.toSorted((a, b) => a.sequentialId - b.sequentialId);
  const each: MetadataRecord[] = [];
  for (const id of ids.length > 1 ? ids : []) each.push(...(await readTexts(metadata, [id])));
  return each;
}
