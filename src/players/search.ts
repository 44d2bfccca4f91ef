// The rule of a search: each condition on metadata goes by an index that is declared, whole, and of the type of its value.
import { ApiError } from '../errors/errors.ts';
import { indexIncomplete } from '../errors/index-incomplete.ts';
import { distinct } from '../lib/key-map.ts';
import type { FoundIndex, IndexStore, IndexType } from '../store/ports/indexes.ts';
import type { MetadataCondition, PlayerSearch, SearchPage, SearchStore } from '../store/ports/search.ts';

/** A condition on the value at a pointer, before its index is known. */
export interface PointerCondition extends Pick<MetadataCondition, 'pointer' | 'op'> {
  /** The text of a JSON number, string or boolean; undefined for `exists`. */
  readonly value: string | undefined;
}

export interface SearchStores {
  readonly search: SearchStore;
  readonly indexes: Pick<IndexStore, 'find'>;
}

/**
 * One page of a search.
 * @param search the conditions but for those on metadata.
 * @throws ApiError `invalidRequest` for a pointer without an index, or with one of another type; `serviceUnavailable` while an
 *   index is being built.
 */
export async function searchPlayers(
  { search: store, indexes }: SearchStores,
  search: Omit<PlayerSearch, 'metadata'>,
  metadata: readonly PointerCondition[],
  page: { readonly limit: number; readonly after: number },
): Promise<SearchPage> {
  const pointers = distinct(metadata.map(({ pointer }) => pointer));
  const found = await Promise.all(pointers.map((pointer) => indexes.find(pointer)));
  const chosen = metadata.map((condition) => ({
    condition,
    index: indexFor(condition, found[pointers.indexOf(condition.pointer)] ?? []),
  }));
  const unfinished = chosen.find(({ index }) => !index.isWhole);
  if (unfinished) throw indexIncomplete(unfinished.condition.pointer);
  const conditions = chosen.map(({ condition, index: { indexId, type } }) => ({
    ...condition,
    indexId,
    type,
  }));
  return store.findPage({ ...search, metadata: conditions }, page.limit, page.after);
}

/** The index of the type of the value. `exists` goes by the newest index on the pointer. */
function indexFor({ pointer, value }: PointerCondition, indexes: readonly FoundIndex[]): FoundIndex {
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
