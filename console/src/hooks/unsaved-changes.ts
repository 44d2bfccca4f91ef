// The registry of unsaved changes. While a component reports some, the tab asks before it is left and does not
// reload itself.
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

export interface Leaving {
  /** The question, as the title of a dialog. */
  readonly title: string;
  /** The verb of the button that drops the changes. */
  readonly label: string;
  readonly leave: () => void;
}

let ask: ((leaving: Leaving) => void) | undefined;

/** Sets the dialog that asks. */
export function onLeaving(dialog: (leaving: Leaving) => void): () => void {
  ask = dialog;
  return () => {
    ask = undefined;
  };
}

/** Leaves at once, or when the person has agreed to lose unsaved changes. */
export function leaveWhenAgreed(leaving: Leaving): void {
  if (ask && hasUnsavedChanges()) ask(leaving);
  else leaving.leave();
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
