// The rule of a search: each condition on metadata goes by an index that is declared, whole, and of the type of its value.
import { ApiError } from '../errors/errors.ts';
import { indexIncomplete } from '../errors/index-incomplete.ts';
import { distinct } from '../lib/key-map.ts';
import type { FoundIndex, IndexStore, IndexType } from '../store/ports/indexes.ts';
import type { DeclaredLabels, LabelStore } from '../store/ports/labels.ts';
import type { PlayerFacts } from '../store/ports/players.ts';
import type {
  MetadataCondition,
  PlayerSearch,
  SearchSort,
  SearchStore,
  SortPlace,
} from '../store/ports/search.ts';

/** A condition on the value at a pointer, before its index is known. */
export interface PointerCondition extends Pick<MetadataCondition, 'pointer' | 'op'> {
  /** The text of a JSON number, string or boolean; undefined for `exists`. */
  readonly value: string | undefined;
}

export interface SearchStores {
  readonly search: SearchStore;
  readonly indexes: Pick<IndexStore, 'find'>;
  readonly labels: Pick<LabelStore, 'find'>;
}

export interface PageRequest {
  readonly limit: number;
  /** The place after which the page begins; undefined for the first page. */
  readonly after: SortPlace | undefined;
  /** `registered`, `lastSeen` or the pointer of an index; undefined for the order of the sequential ids. */
  readonly sort: string | undefined;
}

export interface FoundPage {
  readonly players: readonly PlayerFacts[];
  /** The place after which the search goes on; undefined once it has looked at everything. */
  readonly next: SortPlace | undefined;
}

/**
 * One page of a search.
 * @param search the conditions but for those on metadata.
 * @throws ApiError `invalidRequest` for a pointer without an index, or with one of another type; `serviceUnavailable` while an
 *   index is being built.
 */
export async function searchPlayers(
  { search: store, indexes, labels }: SearchStores,
  search: Omit<PlayerSearch, 'metadata'>,
  metadata: readonly PointerCondition[],
  { limit, after, sort }: PageRequest,
): Promise<FoundPage> {
  if (search.foldedName !== undefined) assertNames(await labels.find());
  const pointers = distinct(metadata.map(({ pointer }) => pointer));
  const found = await Promise.all(pointers.map((pointer) => indexes.find(pointer)));
  const chosen = metadata.map((condition) => ({
    condition,
    index: indexFor(condition, found[pointers.indexOf(condition.pointer)] ?? []),
  }));
  for (const { condition, index } of chosen) assertWhole(condition.pointer, index);
  const conditions = chosen.map(({ condition, index: { indexId, type } }) => ({
    ...condition,
    indexId,
    type,
  }));
  const whole = { ...search, metadata: conditions };
  if (sort === undefined) {
    const page = await store.findPage(whole, limit, after?.sequentialId ?? 0);
    return { players: page.players, next: page.next === undefined ? undefined : placeOf(page.next) };
  }
  return store.findSortedPage(whole, { by: await orderOf(sort, indexes) }, limit, after);
}

/** The place of a search in the order of sequential ids. */
const placeOf = (sequentialId: number): SortPlace => ({ phase: 'ids', key: '', sequentialId });

/** @throws ApiError for a pointer without an index, or with one that is being built */
async function orderOf(sort: string, indexes: SearchStores['indexes']): Promise<SearchSort['by']> {
  if (sort === 'registered' || sort === 'lastSeen') return sort;
  const index = indexFor({ pointer: sort, value: undefined }, await indexes.find(sort));
  assertWhole(sort, index);
  return { indexId: index.indexId };
}

function assertWhole(pointer: string, { isWhole }: FoundIndex): void {
  if (!isWhole) throw indexIncomplete(pointer);
}

/** @throws ApiError where a search by name would find nobody, or not all */
function assertNames(labels: DeclaredLabels | undefined): void {
  if (labels?.name === undefined)
    throw new ApiError('invalidRequest', { detail: 'name: no name is declared; PLAYER_NAME declares one' });
  if (!labels.isWhole)
    throw new ApiError('serviceUnavailable', {
      detail: `the index of names is being built: ${Math.floor(labels.progress * percent)} %`,
      reason: 'indexIncomplete',
    });
}

const percent = 100;

/** The index of the type of the value. `exists` goes by the newest index on the pointer. */
function indexFor(
  { pointer, value }: Pick<PointerCondition, 'pointer' | 'value'>,
  indexes: readonly FoundIndex[],
): FoundIndex {
  const name = JSON.stringify(pointer);
  if (indexes.length === 0)
    throw new ApiError('invalidRequest', { detail: `no index is declared on ${name}` });
  const fitting = value === undefined ? indexes : indexes.filter(({ type }) => type === typeOf(value));
  const newest = fitting.toSorted((a, b) => b.indexId - a.indexId)[0];
  if (newest) return newest;
  const types = indexes.map(({ type }) => type).join(' or ');
  throw new ApiError('invalidRequest', {
    detail: `the value for ${name} must be a ${types}, the type of its index`,
  });
}

/** @param value the text of a JSON number, string or boolean */
const typeOf = (value: string): IndexType =>
  value.startsWith('"') ? 'string' : value === 'true' || value === 'false' ? 'boolean' : 'number';
