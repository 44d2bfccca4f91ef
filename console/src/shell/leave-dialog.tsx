// Asks before a navigation within the console drops unsaved changes, and lets the browser ask before the tab is left.
import { useCallback, useEffect, useState } from 'react';
import type { RouterOptions } from 'wouter';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { discardUnsavedChanges, hasUnsavedChanges, useHasUnsavedChanges } from '../hooks/unsaved-changes.ts';

type AroundNavigation = NonNullable<RouterOptions['aroundNav']>;

/** @returns the function for `aroundNav` of the router, and the dialog */
export function useLeaveDialog(): { readonly aroundNav: AroundNavigation; readonly dialog: React.ReactNode } {
  const [pending, setPending] = useState<(() => void) | undefined>();
  const aroundNav = useCallback<AroundNavigation>((navigate, to, options) => {
    const leave = () => navigate(to, options);
    if (hasUnsavedChanges()) setPending(() => leave);
    else leave();
  }, []);
  const isDirty = useHasUnsavedChanges();
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  const stay = () => setPending(undefined);
  const dialog = (
    <Dialog
      isOpen={pending !== undefined}
      onClose={stay}
      title="Leave without saving?"
      description="Your changes on this page are not saved."
      actions={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button
            variant="danger"
            onClick={() => {
              discardUnsavedChanges();
              stay();
              pending?.();
            }}
          >
            Leave
          </Button>
        </>
      }
    />
  );
  return { aroundNav, dialog };
}
