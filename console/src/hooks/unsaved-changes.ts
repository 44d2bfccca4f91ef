// The registry of unsaved changes. While a component reports some, the tab asks before it is left and does not reload itself.
import { useEffect, useId, useSyncExternalStore } from 'react';

const dirty = new Set<string>();
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

export const hasUnsavedChanges = (): boolean => dirty.size > 0;

/** Forgets all reports, when a person has chosen to leave without saving. */
export function discardUnsavedChanges(): void {
  dirty.clear();
  tell();
}

/** Reports that the component has changes that are not saved. */
export function useUnsavedChanges(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    dirty.add(id);
    tell();
    return () => {
      dirty.delete(id);
      tell();
    };
  }, [id, isDirty]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHasUnsavedChanges = (): boolean => useSyncExternalStore(subscribe, hasUnsavedChanges);
