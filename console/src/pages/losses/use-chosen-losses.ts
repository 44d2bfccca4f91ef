// The losses of the list that a person has chosen, to restore them together.
import { useMemo, useState } from 'react';
import { toggled } from '../../hooks/use-toggled-ids.ts';
import { type Loss, lossId } from './losses-api.ts';

/** The losses that are chosen. One that has left the list, or was restored, is chosen no more. */
export function useChosenLosses(rows: readonly Loss[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const open = useMemo(() => rows.filter(({ restoredAt }) => restoredAt === null), [rows]);
  const losses = useMemo(() => open.filter((loss) => ids.has(lossId(loss))), [open, ids]);
  return {
    ids,
    losses,
    isAll: losses.length === open.length && open.length > 0,
    toggle: (id: string) => setIds((before) => toggled(before, id)),
    /** All that are loaded, or none. */
    toggleAll: (isChosen: boolean) => setIds(new Set(isChosen ? open.map(lossId) : [])),
    clear: () => setIds(new Set()),
  };
}

export type ChosenLosses = ReturnType<typeof useChosenLosses>;
