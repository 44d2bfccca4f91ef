// Dialogs: of any content, with a form, and the question before an action. Base UI keeps focus and keys right.
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { CloseIcon } from './icons.tsx';
import { FailureText } from './states.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  /** Runs when the person closes it by a button, Escape or a click outside. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  /** It closes by its own buttons alone. */
  readonly isSticky?: boolean;
  /** The control that gets the focus; the first one by default. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  children,
  actions,
  isSticky = false,
  initialFocus,
}: DialogProps) {
  return (
    <BaseDialog.Root
      open={isOpen}
      disablePointerDismissal={isSticky}
      onOpenChange={(open) => !open && !isSticky && onClose()}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="dialog-backdrop" />
        <BaseDialog.Popup className="dialog" {...(initialFocus && { initialFocus })}>
          <div className="dialog-head">
            <BaseDialog.Title className="dialog-title">{title}</BaseDialog.Title>
            {!isSticky && (
              <BaseDialog.Close className="button button-ghost button-small dialog-close" aria-label="Close">
                <CloseIcon />
              </BaseDialog.Close>
            )}
          </div>
          {description !== undefined && (
            <BaseDialog.Description className="dialog-description" render={<div />}>
              {description}
            </BaseDialog.Description>
          )}
          {children}
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export interface FormDialogProps
  extends Pick<DialogProps, 'onClose' | 'title' | 'description' | 'initialFocus'> {
  readonly children?: ReactNode;
  /** The verb of the action, for its button. */
  readonly submitLabel: string;
  /** Runs at the button and at Enter. The form is busy until it settles, and shows the failure if it rejects. */
  readonly onSubmit: () => Promise<void> | void;
  readonly isDangerous?: boolean;
  readonly isSubmitDisabled?: boolean;
  /** A line below a failure. */
  readonly adviceFor?: (failure: unknown) => ReactNode;
  /** The button that closes the dialog, for the focus. */
  readonly cancelRef?: RefObject<HTMLButtonElement | null>;
}

/** A dialog with one form, which is open as long as it is drawn. */
export function FormDialog(props: FormDialogProps) {
  const { onClose, title, description, initialFocus, children, adviceFor, cancelRef } = props;
  const { submitLabel, onSubmit, isDangerous = false, isSubmitDisabled = false } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  async function submit() {
    if (isBusy || isSubmitDisabled) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onSubmit();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog isOpen {...{ onClose, title, description }} {...(initialFocus && { initialFocus })}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        {failure !== undefined && <FormFailure error={failure} advice={adviceFor?.(failure)} />}
        <div className="dialog-actions">
          <Button {...(cancelRef && { ref: cancelRef })} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={isSubmitDisabled}
          >
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The failure of a form, in sight also where the form is longer than the window. */
function FormFailure({ error, advice }: { readonly error: unknown; readonly advice: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is shown like the first
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [error]);
  return (
    <div ref={place} className="dialog-failure stack">
      <FailureText error={error} />
      {advice}
    </div>
  );
}

export interface ConfirmProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Further choices about the action. */
  readonly choices?: ReactNode;
  /** The verb of the action, for its button. */
  readonly confirmLabel: string;
  /** The dialog closes when it succeeds, and shows the failure otherwise. */
  readonly onConfirm: () => Promise<void>;
  readonly isDangerous?: boolean;
  /** The text that has to be typed before the button works, such as a player id. */
  readonly typedText?: string;
}

/** Asks before an action; with `typedText` it has to be typed, for actions that nothing brings back. */
export function ConfirmDialog(props: ConfirmProps) {
  // A new form at each opening.
  return props.isOpen ? <ConfirmForm {...props} /> : null;
}

function ConfirmForm({ onClose, title, children, confirmLabel, onConfirm, ...rest }: ConfirmProps) {
  const { isDangerous = false, typedText, choices } = rest;
  const [typed, setTyped] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={children}
      initialFocus={typedText === undefined ? cancel : first}
      cancelRef={cancel}
      submitLabel={confirmLabel}
      onSubmit={async () => {
        await onConfirm();
        onClose();
      }}
      isDangerous={isDangerous}
      isSubmitDisabled={typedText !== undefined && typed !== typedText}
    >
      {choices}
      {typedText !== undefined && (
        <>
          <p>
            To confirm, type <bdi className="dialog-typed mono">{typedText}</bdi>
          </p>
          <TextField
            ref={first}
            label="Confirmation"
            isLabelHidden
            isMono
            dir="auto"
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
    </FormDialog>
  );
}
