// The runs of the jobs about indexes on metadata. The log reports each index that is new, the progress
// of its build, and each index that is dropped.
import type { DeclaredIndex, IndexDeclaration, IndexStore } from '../store/ports/indexes.ts';
import type { LabelDeclaration, LabelStore } from '../store/ports/labels.ts';
import { INDEX_LOG_MILLISECONDS } from '../tuning.ts';
import type { JobRuntime } from './scheduler.ts';

/** Renews the declarations of this process and drops indexes that no process declares any more. */
export function createIndexDeclaration(
  store: {
    readonly indexes: Pick<IndexStore, 'declare' | 'dropUndeclared'>;
    readonly labels: Pick<LabelStore, 'declare'>;
  },
  {
    indexes,
    labels,
  }: { readonly indexes: readonly IndexDeclaration[]; readonly labels: LabelDeclaration | undefined },
  { log }: Pick<JobRuntime, 'log'>,
): () => Promise<void> {
  return async () => {
    const declared = await store.indexes.declare(indexes);
    if (declared === 'too-many') {
      log.warn('the database has too many indexes on metadata; those of METADATA_INDEXES that are new wait');
    } else for (const index of declared) log.info(index, 'an index on metadata is declared');
    // Labels that a process has declared since stay: two processes would take turns otherwise.
    if (labels) await store.labels.declare(labels, false);
    for (const index of await store.indexes.dropUndeclared()) {
      log.info(index, 'an index on metadata is dropped, since no process has declared it for an hour');
    }
  };
}

/** Builds the indexes that are not whole. */
export function createIndexBuild(
  store: Pick<IndexStore, 'build'>,
  { clock, log }: Pick<JobRuntime, 'clock' | 'log'>,
): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    let toldAt = Number.NEGATIVE_INFINITY;
    await store.build(signal, (indexes) => {
      const isDue = clock.monotonic() - toldAt >= INDEX_LOG_MILLISECONDS;
      if (isDue) toldAt = clock.monotonic();
      for (const index of indexes) {
        if (index.isWhole) log.info(factsOf(index), 'an index on metadata is whole');
        else if (isDue) log.info(factsOf(index), 'an index on metadata is being built');
      }
    });
  };
}

/** Mends entries, and deletes those of dropped indexes. */
export function createIndexMending(
  store: Pick<IndexStore, 'mend'>,
  { log }: Pick<JobRuntime, 'log'>,
): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const { mended, deleted } = await store.mend(signal);
    if (mended + deleted > 0) log.info({ mended, deleted }, 'entries of indexes on metadata are mended');
  };
}

const percent = 100;

const factsOf = ({ pointer, type, progress }: DeclaredIndex) => ({
  pointer,
  type,
  percent: Math.floor(progress * percent),
});
