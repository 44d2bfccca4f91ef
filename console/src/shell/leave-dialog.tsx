// Asks before a navigation within the console or a sign-out drops unsaved changes, and lets the browser ask before the tab is left.
import { useCallback, useEffect, useState } from 'react';
import type { RouterOptions } from 'wouter';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import {
  discardUnsavedChanges,
  type Leaving,
  leaveWhenAgreed,
  onLeaving,
  useHasUnsavedChanges,
} from '../hooks/unsaved-changes.ts';

type AroundNavigation = NonNullable<RouterOptions['aroundNav']>;

/** @returns the function for `aroundNav` of the router, and the dialog */
export function useLeaveDialog(): { readonly aroundNav: AroundNavigation; readonly dialog: React.ReactNode } {
  // It stays after the answer, for the dialog that fades out.
  const [leaving, setLeaving] = useState<Leaving>();
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      onLeaving((next) => {
        setLeaving(next);
        setOpen(true);
      }),
    [],
  );
  const aroundNav = useCallback<AroundNavigation>(
    (navigate, to, options) =>
      leaveWhenAgreed({
        ...{ title: 'Leave without saving?', label: 'Leave' },
        leave: () => navigate(to, options),
      }),
    [],
  );
  const isDirty = useHasUnsavedChanges();
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  const stay = () => setOpen(false);
  const dialog = (
    <Dialog
      isOpen={isOpen}
      onClose={stay}
      title={leaving?.title ?? ''}
      description="Your changes on this page are not saved."
      actions={
        <>
          <Button onClick={stay}>Stay</Button>
          <Button
            variant="danger"
            onClick={() => {
              discardUnsavedChanges();
              stay();
              leaving?.leave();
            }}
          >
            {leaving?.label}
          </Button>
        </>
      }
    />
  );
  return { aroundNav, dialog };
}
