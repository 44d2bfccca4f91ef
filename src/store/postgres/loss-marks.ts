// The marks of losses beside the statement of edits. Edits with a mark are few, so those without pay nothing for it: the marks are
// statements of their own, in one transaction with the edits.
import type { Loss } from '../ports/losses.ts';
import type { EditOptions } from '../ports/metadata.ts';
import type { Queries } from './executor.ts';
import { lossColumns } from './losses.ts';
import { deleteLosses, endLosses, putLosses } from './sql/statements.ts';

export interface LossMark {
  readonly loss: Loss;
  /** The marks that go with it. */
  readonly drop: readonly number[];
}

interface MarkedEdit {
  readonly found: { readonly sequentialId: number; readonly now: number };
  readonly text: string | null | undefined;
  readonly options: EditOptions;
  readonly marked: LossMark | undefined;
}

/** Does the edit mark a loss, or end some? */
export const hasMark = ({
  marked,
  text,
  options,
}: Pick<MarkedEdit, 'marked' | 'text' | 'options'>): boolean =>
  marked !== undefined || (text !== undefined && options.restored !== undefined);

/** Marks the losses of edits that took effect, and ends those that a restore undoes. */
export async function markLosses(
  queries: Queries,
  edits: readonly MarkedEdit[],
  ids: Pick<ReadonlySet<number>, 'has'>,
): Promise<void> {
  const inEffect = edits.filter((edit) => hasMark(edit) && ids.has(edit.found.sequentialId));
  if (inEffect.length === 0) return;
  const written = inEffect.map(({ found }) => found.sequentialId);
  const marks = inEffect.flatMap(({ marked }) => marked ?? []);
  const dropped = marks.flatMap(({ loss: { sequentialId }, drop }) =>
    drop.map((version) => [sequentialId, version] as const),
  );
  const restored = inEffect.flatMap(({ found: { sequentialId, now }, options }) =>
    options.restored === undefined ? [] : { sequentialId, now, version: options.restored },
  );
  if (dropped.length > 0)
    await queries.run(deleteLosses, {
      lossDroppedIds: dropped.map(([sequentialId]) => sequentialId),
      lossDroppedVersions: dropped.map(([, version]) => version),
      written,
    });
  if (marks.length > 0)
    await queries.run(putLosses, { ...lossColumns(marks.map(({ loss }) => loss)), written });
  if (restored.length > 0)
    await queries.run(endLosses, {
      restoredIds: restored.map(({ sequentialId }) => sequentialId),
      restoredVersions: restored.map(({ version }) => version),
      restoredAt: Math.max(...restored.map(({ now }) => now)),
      written,
    });
}
