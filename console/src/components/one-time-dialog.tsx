// The dialog that shows a secret text, this once, with a button that copies it. Nothing but its button closes it, and the tab asks before
// it is left.
import { type ReactNode, useId, useRef } from 'react';
import { useUnsavedChanges } from '../hooks/unsaved-changes.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { WarningIcon } from './icons.tsx';
import { CopyButton } from './values.tsx';

export interface OneTimeDialogProps extends Pick<DialogProps, 'title' | 'description' | 'onClose'> {
  readonly label: string;
  readonly text: string;
  /** Names it in the messages about copying. */
  readonly name: string;
  /** Between the text and the warning. */
  readonly note?: ReactNode;
  /** The advice for when the text is lost. */
  readonly children: ReactNode;
}

export function OneTimeDialog({ label, text, name, note, children, ...dialog }: OneTimeDialogProps) {
  // It gets the focus, so that a screen reader reads the text.
  const field = useRef<HTMLElement>(null);
  const warningId = useId();
  useUnsavedChanges(true);
  const select = () => {
    if (field.current) getSelection()?.selectAllChildren(field.current);
  };
  return (
    <Dialog
      {...dialog}
      isOpen
      isSticky
      initialFocus={field}
      actions={
        <Button variant="primary" onClick={dialog.onClose}>
          I have copied it
        </Button>
      }
    >
      {/* No field of a form, so that no browser keeps its value. */}
      <div className="one-time-text">
        <section
          ref={field}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus begins here, so that a screen reader reads the text
          tabIndex={0}
          aria-label={label}
          aria-describedby={warningId}
          className="mono"
          onFocus={select}
        >
          {text}
        </section>
        <CopyButton text={text} name={name} label="Copy" />
      </div>
      {note}
      <div id={warningId} className="one-time-warning">
        <WarningIcon />
        <p>
          <strong>Nobody can see this text again.</strong> {children}
        </p>
      </div>
    </Dialog>
  );
}
