// The statements of saves on Citus, and of the entries of indexes that go with them.
import { bigints, texts } from '../arrays.ts';
import type { Queries } from '../executor.ts';
import updateIndexedMetadata from '../sql/update-indexed-metadata.sql' with { type: 'text' };
import updateMetadata from '../sql/update-metadata.sql' with { type: 'text' };
import { asTransaction, type Parameters, type Translation } from './executor.ts';
import updateIndexEntries from './sql/update-index-entries.sql' with { type: 'text' };
import updateIndexedMetadataOfShard from './sql/update-indexed-metadata.sql' with { type: 'text' };
import updateMetadataOfShard from './sql/update-metadata.sql' with { type: 'text' };
import { unpackTexts } from './statement-text.ts';

/** The texts as an array. */
const withTexts = ([ids, starts, lengths, bytes, ...rest]: Parameters): Parameters => [
  ids,
  texts(unpackTexts([starts, lengths, bytes])),
  ...rest,
];

const save: Translation = (scope, parameters) => scope.query(updateMetadataOfShard, withTexts(parameters));

/** The lock of the player's row keeps the entries as they are until the second statement. */
async function saveIndexed(queries: Queries, parameters: Parameters): Promise<readonly object[]> {
  const rows = await queries.query<{ sequentialId: number }>(
    updateIndexedMetadataOfShard,
    withTexts(parameters.slice(0, 8)),
  );
  if (rows.length === 0) return rows;
  const written = bigints(rows.map((row) => row.sequentialId));
  await queries.query(updateIndexEntries, [parameters[0], ...parameters.slice(8, 12), written]);
  return rows;
}

export const saveTranslations: readonly (readonly [string, Translation])[] = [
  [updateMetadata, save],
  [updateIndexedMetadata, asTransaction(saveIndexed)],
];
