// The sessions of the list that a person has chosen, to end them together.
import { useEffect, useMemo, useState } from 'react';
import type { ActiveSession } from '../../api/active-session.ts';
import { toggled } from '../../hooks/use-toggled-ids.ts';

/** The sessions that are chosen. One that has left the list is chosen no more. */
export function useChosen(rows: readonly ActiveSession[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const sessions = useMemo(() => rows.filter(({ sessionId }) => ids.has(sessionId)), [rows, ids]);
  useEffect(() => {
    setIds((before) => {
      const listed = new Set(rows.map(({ sessionId }) => sessionId));
      const kept = [...before].filter((id) => listed.has(id));
      return kept.length === before.size ? before : new Set(kept);
    });
  }, [rows]);
  return {
    ids,
    sessions,
    isAll: sessions.length === rows.length && rows.length > 0,
    toggle: (id: string) => setIds((before) => toggled(before, id)),
    /** All that are loaded, or none. */
    toggleAll: (isChosen: boolean) => setIds(new Set(isChosen ? rows.map(({ sessionId }) => sessionId) : [])),
    clear: () => setIds(new Set()),
  };
}

export type ChosenSessions = ReturnType<typeof useChosen>;
