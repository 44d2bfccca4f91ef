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

/** @param run runs the statement. @returns the first ids, in order; fewer than `most` are all */
export async function searchNames(
  { foldedName, after, most, lastId }: NameSearch,
  run: (parameters: SearchFoldedNamesParameters) => Promise<readonly number[]>,
): Promise<readonly number[]> {
  const grams = gramsOfQuery(foldedName);
  const ids: number[] = [];
  const last = blockOf(lastId);
  let size = fewestBlocks;
  for (
    let start = blockOf(after);
    start <= last && ids.length < most;
    start += size, size = Math.min(mostBlocks, size * growth)
  ) {
    const blocks = Array.from({ length: Math.min(size, last - start + 1) }, (_, index) => start + index);
    const found = await run({ grams, blocks, foldedName, after, most: most - ids.length });
    ids.push(...found);
  }
  return ids;
}
