// The losses of the list that a person has chosen, to restore them together.
import { useMemo, useRef, useState } from 'react';
import { toggled } from '../../hooks/use-toggled-ids.ts';
import { type Loss, lossId } from './losses-api.ts';

/** The losses that are chosen. One that has left the list, or was restored, is chosen no more. */
export function useChosenLosses(rows: readonly Loss[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const open = useMemo(() => rows.filter(({ restoredAt }) => restoredAt === null), [rows]);
  const lastToggled = useRef<string>(undefined);
  const losses = useMemo(() => open.filter((loss) => ids.has(lossId(loss))), [open, ids]);
  return {
    ids,
    losses,
    isAll: losses.length === open.length && open.length > 0,
    /** One, or with `isRange` all from the one before to this one. */
    toggle(id: string, isRange: boolean) {
      const all = open.map(lossId);
      const [last, at] = [all.indexOf(lastToggled.current ?? id), all.indexOf(id)];
      lastToggled.current = id;
      if (!isRange || last < 0) return setIds((before) => toggled(before, id));
      const range = new Set(all.slice(Math.min(last, at), Math.max(last, at) + 1));
      setIds((before) =>
        before.has(id)
          ? new Set([...before].filter((each) => !range.has(each)))
          : new Set([...before, ...range]),
      );
    },
    /** All that are loaded, or none. */
    toggleAll: (isChosen: boolean) => setIds(new Set(isChosen ? open.map(lossId) : [])),
    clear: () => setIds(new Set()),
  };
}

export type ChosenLosses = ReturnType<typeof useChosenLosses>;
