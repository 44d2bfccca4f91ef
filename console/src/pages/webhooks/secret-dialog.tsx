// The dialog that shows the secret of a webhook, this once.
import { useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useUnsavedChanges } from '../../hooks/unsaved-changes.ts';
import { OneTimeText } from '../keys/one-time-text.tsx';

export interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Nothing but its button closes it, and the tab asks before it is left. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps) {
  const field = useRef<HTMLElement>(null);
  useUnsavedChanges(true);
  return (
    <Dialog
      isOpen
      isSticky
      onClose={onClose}
      title={title}
      initialFocus={field}
      description="The program that receives events verifies their signatures by this secret."
      actions={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <OneTimeText
        field={field}
        label="Secret of the webhook"
        text={secret}
        name="secret"
        warning={
          <>
            <strong>Nobody can see this text again.</strong> If it is lost, rotate the keys of the webhook:
            the former ones sign for another 24 hours.
          </>
        }
      />
    </Dialog>
  );
}
