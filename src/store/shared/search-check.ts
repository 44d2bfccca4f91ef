// The check of candidates of a search for the conditions that their set does not fulfil by itself.
import { createFinder } from '../../lib/json-find.ts';
import { stringValue } from '../../lib/json-places.ts';
import { parsePointer } from '../../lib/json-pointer.ts';
import { METADATA_LIMIT_BYTES } from '../../limits.ts';
import { SEARCH_TEXTS_MAX_BYTES } from '../../tuning.ts';
import type { MetadataRecord, MetadataStore } from '../ports/metadata.ts';
import type { PlayerFacts, PlayerStore } from '../ports/players.ts';
import type { LongString, SearchConditions } from './search-conditions.ts';
import type { CandidateSet, SearchReads } from './search-plan.ts';

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

/** The candidates of a chunk that match. */
export interface Checked {
  readonly ids: readonly number[];
  /** The facts that were read for the checks. */
  readonly facts: ReadonlyMap<number, PlayerFacts> | undefined;
  /** The last candidate that was looked at, where the chunk was left early. */
  readonly stoppedAt?: number;
}

/** Undefined where every candidate matches. */
export type Check = (ids: readonly number[]) => Promise<Checked>;

interface CheckOptions {
  /** The set that the candidates are of; undefined for one that fulfils no condition. */
  readonly set?: CandidateSet;
  readonly now: number;
  readonly isLate: () => boolean;
}

/** Prepares the check of candidates for the conditions that their set does not fulfil by itself. */
export function createCheck(
  parts: SearchParts,
  { values, longStrings, matches }: SearchConditions,
  { set, now, isLate }: CheckOptions,
): Check | undefined {
  const indexId = set?.by === 'value' || set?.by === 'values' ? set.indexId : undefined;
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
