// Ids that are put into a set and taken out by clicks, such as those of opened rows.
import { useCallback, useState } from 'react';

/** The set with the id, or without it if it was there. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** @returns the ids, none at first, and the function that toggles one */
export function useToggledIds(): readonly [ReadonlySet<string>, (id: string) => void] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return [ids, useCallback((id) => setIds((before) => toggled(before, id)), [])];
}
