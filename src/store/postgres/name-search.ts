// The search for a part of a name in PostgreSQL. The index has each part of a name with the block of ids that the player is in, so a
// search reads block after block: one first, since a frequent part fills a page from it, then more and more at once.
import { gramsOfQuery } from '../../lib/fold-name.ts';
import type { SearchFoldedNamesParameters } from './sql/statements.ts';

/** The ids of a block differ in these bits alone, as in the function playkeep_name_grams. */
const blockBits = 12;
/** The blocks of a statement, and how fast their number grows. */
const [fewestBlocks, mostBlocks, growth] = [1, 512, 32];
const blockOf = (id: number): number => Math.floor(id / 2 ** blockBits);

export interface NameSearch {
  readonly foldedName: string;
  readonly after: number;
  readonly most: number;
}

export interface NameReads {
  readonly find: (parameters: SearchFoldedNamesParameters) => Promise<readonly number[]>;
  /** The highest id of a player. */
  readonly findLast: () => Promise<number>;
  /** The first id of a player after an id; undefined for none. */
  readonly findNext: (after: number) => Promise<number | undefined>;
}

/** @returns the first ids, in order; fewer than `most` are all */
export async function searchNames(
  { foldedName, after, most }: NameSearch,
  { find, findLast, findNext }: NameReads,
): Promise<readonly number[]> {
  const grams = gramsOfQuery(foldedName);
  const ids: number[] = [];
  let start = blockOf(after);
  /** Not asked for by the first statement, since most pages end with it. */
  let last: number | undefined;
  for (let size = fewestBlocks; ; size = Math.min(mostBlocks, size * growth)) {
    const count = last === undefined ? size : Math.min(size, last - start + 1);
    const blocks = Array.from({ length: count }, (_, index) => start + index);
    ids.push(...(await find({ grams, blocks, foldedName, after, most: most - ids.length })));
    start += count;
    if (ids.length >= most) return ids;
    last ??= blockOf(await findLast());
    if (size === mostBlocks) {
      // Ids that an import brought may be far apart.
      const next = await findNext(start * 2 ** blockBits - 1);
      if (next === undefined) return ids;
      start = blockOf(next);
    }
    if (start > last) return ids;
  }
}
