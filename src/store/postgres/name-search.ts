// The search for a part of a name in PostgreSQL. The index has each part of a name with the block of ids that the player is in, so a
// search reads block after block: one first, since a frequent part fills a page from it, then more and more at once.
import { gramsOfQuery } from '../../lib/fold-name.ts';
import type { SearchFoldedNamesParameters } from './sql/statements.ts';

/** The ids of a block differ in these bits alone, as in the function playkeep_name_grams. */
const blockBits = 13;
/** The blocks of a statement, and how fast their number grows. */
const [fewestBlocks, mostBlocks, growth] = [1, 512, 8];
const blockOf = (id: number): number => Math.floor(id / 2 ** blockBits);

export interface NameSearch {
  readonly foldedName: string;
  readonly after: number;
  readonly most: number;
  /** The highest id of a player. */
  readonly lastId: number;
}

export interface NameReads {
  readonly find: (parameters: SearchFoldedNamesParameters) => Promise<readonly number[]>;
  /** The first id of a player after an id; undefined for none. */
  readonly findNext: (after: number) => Promise<number | undefined>;
}

/** @returns the first ids, in order; fewer than `most` are all */
export async function searchNames(
  { foldedName, after, most, lastId }: NameSearch,
  { find, findNext }: NameReads,
): Promise<readonly number[]> {
  const grams = gramsOfQuery(foldedName);
  const ids: number[] = [];
  const last = blockOf(lastId);
  let size = fewestBlocks;
  let start = blockOf(after);
  while (start <= last && ids.length < most) {
    const blocks = Array.from({ length: Math.min(size, last - start + 1) }, (_, index) => start + index);
    ids.push(...(await find({ grams, blocks, foldedName, after, most: most - ids.length })));
    start += blocks.length;
    if (size === mostBlocks) {
      // Ids that an import brought may be far apart.
      const next = await findNext(start * 2 ** blockBits - 1);
      if (next === undefined) break;
      start = blockOf(next);
    }
    size = Math.min(mostBlocks, size * growth);
  }
  return ids;
}
