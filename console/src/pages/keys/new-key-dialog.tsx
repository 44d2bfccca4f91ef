// The text of a new key, shown this once. Nothing but its button closes the dialog, and the tab asks before it is left.
import { useRef } from 'react';
import type { components } from '../../api/schema.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Time } from '../../components/values.tsx';
import { useUnsavedChanges } from '../../hooks/unsaved-changes.ts';
import { OneTimeText } from './one-time-text.tsx';

export interface NewKeyDialogProps {
  readonly created: components['schemas']['CreatedServerKey'];
  readonly onClose: () => void;
}

export function NewKeyDialog({ created, onClose }: NewKeyDialogProps) {
  const field = useRef<HTMLElement>(null);
  useUnsavedChanges(true);
  return (
    <Dialog
      isOpen
      isSticky
      onClose={onClose}
      title="The key is created"
      initialFocus={field}
      description={
        <>
          Give this text to the program or person that uses <bdi className="keys-name">{created.name}</bdi>.
        </>
      }
      actions={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <OneTimeText
        field={field}
        label="Text of the key"
        text={created.key}
        name="key"
        note={
          created.expiryCut && (
            <p className="field-hint">
              Your own key ends sooner than the time that you chose, and this one ends with it:{' '}
              <Time at={created.expiresAt} form="absolute" />.
            </p>
          )
        }
        warning={
          <>
            <strong>Nobody can see this text again.</strong> The service keeps only a digest of it. If it is
            lost, revoke the key and create another one.
          </>
        }
      />
    </Dialog>
  );
}
