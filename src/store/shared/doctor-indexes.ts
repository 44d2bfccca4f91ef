// The doctor's check of index entries and labels: each is that of the metadata, wherever the marks of the metadata say so
// (shared/indexes.ts). Those that a background job has yet to make are counted.
import type { Finding } from '../ports/doctor.ts';
import type { IndexDeclaration } from '../ports/indexes.ts';
import type { DoctorReads, IdRange, MetadataFacts } from './doctor-reads.ts';
import { type IndexRow, isIndex, isLabels, toIndexSet } from './indexes.ts';
import { noLabel } from './labels.ts';

export interface IndexCheck {
  /** @param text the text of the metadata, which is valid; null for none. */
  examine(row: MetadataFacts, text: string | null): readonly Finding[];
  /** The players so far whose entries are to be made anew. */
  toBeMended(): number;
}

export async function createIndexCheck(reads: DoctorReads, range: IdRange): Promise<IndexCheck> {
  const rows = await reads.listIndexes();
  const { valuesOf, labelOf } = toIndexSet(rows);
  const indexes = rows.filter(isIndex);
  const labels = rows.findLast(isLabels);
  const entries = new Map(
    indexes.length === 0
      ? []
      : (await reads.listIndexEntries(range)).map((row) => [keyOf(row.sequentialId, row.indexId), row.value]),
  );
  let toBeMended = 0;

  return {
    examine(row, text) {
      const values = valuesOf(text);
      const marked = indexes.map((index) => isMarked(row, index));
      const isLabelled = labels !== undefined && isMarked(row, labels) && hasLabel(row);
      const lacksLabel = typeof labels?.builtAt === 'number' && !isLabelled;
      if (lacksLabel || indexes.some(({ builtAt }, n) => builtAt !== null && !marked[n])) toBeMended += 1;
      const { label, foldedName } = labelOf?.(text) ?? noLabel;
      const differs = isLabelled && (row.label !== label || row.foldedName !== foldedName);
      return [
        ...(differs ? [differentLabel(row)] : []),
        ...indexes.flatMap((index, n) => {
          if (!marked[n]) return [];
          const entry = entries.get(keyOf(row.sequentialId, index.indexId));
          const problem = entryProblem(row, entry, values[n] ?? null);
          return problem ? [findingOf(row, index, problem)] : [];
        }),
      ];
    },
    toBeMended: () => toBeMended,
  };
}

const keyOf = (sequentialId: number, indexId: number): string => `${sequentialId} ${indexId}`;

/** Do the marks of the metadata say that its entry is right? Metadata that was never written has no entries and needs none. */
const isMarked = (
  { metadataVersion: version, indexSet, indexedVersion }: MetadataFacts,
  { indexId }: IndexRow,
): boolean => version === 0 || (indexedVersion === version && indexSet >= indexId);

const hasLabel = ({ metadataVersion: version, labelVersion }: MetadataFacts): boolean =>
  version === 0 || labelVersion === version;

const differentLabel = ({ sequentialId }: MetadataFacts): Finding => ({
  table: 'metadata',
  sequentialId,
  problem: 'the name and the columns that lists show differ from the metadata',
});

/** @param entry undefined where there is none. */
function entryProblem(
  { metadataVersion: version }: MetadataFacts,
  entry: Uint8Array | null | undefined,
  value: Uint8Array | null,
): string | undefined {
  if (entry === undefined) return version === 0 ? undefined : 'is missing';
  const isSame = entry === null || value === null ? entry === value : Buffer.compare(entry, value) === 0;
  return isSame ? undefined : 'differs from the metadata';
}

const findingOf = (
  { sequentialId }: MetadataFacts,
  { pointer, type }: IndexDeclaration,
  problem: string,
): Finding => ({
  table: 'metadata_index_entries',
  sequentialId,
  problem: `the entry of the index on ${JSON.stringify(pointer)} (${type}) ${problem}`,
});
