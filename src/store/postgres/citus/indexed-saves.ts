// The statements of saves on Citus with indexes: the texts, then the entries that go with them.
import type { Queries } from '../executor.ts';
import {
  type UpdateIndexedMetadataParameters,
  type UpdateIndexedMetadataRow,
  updateIndexedMetadata,
} from '../sql/statements.ts';
import { asTransaction, type Variant, variantOf } from './executor.ts';
import { updateIndexEntries, updateTextsOfShard } from './sql/statements.ts';

/** The lock of the player's row keeps the entries as they are until the second statement. */
async function saveIndexed(
  queries: Queries,
  saves: UpdateIndexedMetadataParameters,
): Promise<readonly UpdateIndexedMetadataRow[]> {
  const rows = await queries.run(updateTextsOfShard, saves);
  if (rows.length === 0) return rows;
  await queries.run(updateIndexEntries, { ...saves, written: rows.map((row) => row.sequentialId) });
  return rows;
}

export const saveVariants: readonly Variant[] = [
  variantOf(
    updateIndexedMetadata,
    [
      ...(['ids', 'texts', 'now', 'interval', 'skew', 'lossBytes', 'newestIndex'] as const),
      ...(['indexIds', 'entryStarts', 'entryLengths', 'entryBytes'] as const),
      ...(['labels', 'foldedNames'] as const),
    ],
    ['sequentialId', 'version', 'writtenAt'],
    asTransaction(saveIndexed),
  ),
];
