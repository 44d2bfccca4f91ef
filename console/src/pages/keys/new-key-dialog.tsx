// The text of a new key, shown this once. Nothing but its button closes the dialog, and the tab asks before it is left.
import { useId, useRef } from 'react';
import type { components } from '../../api/schema.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { WarningIcon } from '../../components/icons.tsx';
import { CopyButton, Time } from '../../components/values.tsx';
import { useUnsavedChanges } from '../../hooks/unsaved-changes.ts';

export interface NewKeyDialogProps {
  readonly created: components['schemas']['CreatedServerKey'];
  readonly onClose: () => void;
}

export function NewKeyDialog({ created, onClose }: NewKeyDialogProps) {
  const field = useRef<HTMLElement>(null);
  const id = useId();
  useUnsavedChanges(true);
  const select = () => {
    if (field.current) getSelection()?.selectAllChildren(field.current);
  };
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
      {/* No field of a form, so that no browser keeps its value. */}
      <div className="keys-text">
        <section
          ref={field}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus begins here, so that a screen reader reads the text
          tabIndex={0}
          aria-label="Text of the key"
          aria-describedby={id}
          className="mono"
          onFocus={select}
        >
          {created.key}
        </section>
        <CopyButton text={created.key} name="key" label="Copy" />
      </div>
      {created.expiryCut && (
        <p className="field-hint">
          Your own key ends sooner than the time that you chose, and this one ends with it:{' '}
          <Time at={created.expiresAt} form="absolute" />.
        </p>
      )}
      <div id={id} className="keys-warning">
        <WarningIcon />
        <p>
          <strong>Nobody can see this text again.</strong> The service keeps only a digest of it. If it is
          lost, revoke the key and create another one.
        </p>
      </div>
    </Dialog>
  );
}
