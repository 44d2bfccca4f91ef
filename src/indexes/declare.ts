// The declaration of the indexes of METADATA_INDEXES at the start of a process.
import type { Log } from '../lib/log.ts';
import { METADATA_INDEXES_STORED_MAX } from '../limits.ts';
import { StoreUnusable } from '../store/ports/errors.ts';
import type { IndexDeclaration, IndexStore } from '../store/ports/indexes.ts';

/** @throws StoreUnusable when the database would have too many indexes. */
export async function declareIndexes(
  store: { readonly indexes: Pick<IndexStore, 'declare'> },
  indexes: readonly IndexDeclaration[],
  log: Log,
): Promise<void> {
  const declared = await store.indexes.declare(indexes);
  if (declared === 'too-many') {
    throw new StoreUnusable(
      `METADATA_INDEXES: with these the database would have more than ${METADATA_INDEXES_STORED_MAX} indexes; ` +
        'drop others with `playkeep index drop`',
    );
  }
  for (const index of declared) log.info(index, 'an index on metadata is declared');
}
