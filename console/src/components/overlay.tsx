// Layers above the page: dialogs, the typed confirmation, menus and tooltips. Base UI keeps focus and keys right.
import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { type ReactElement, type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { CloseIcon } from './icons.tsx';
import { FailureText } from './states.tsx';
import { visibleText } from './values.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  /** Runs when the person closes it by a button, Escape or a click outside. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  readonly size?: 'normal' | 'wide';
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
  size = 'normal',
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
        <BaseDialog.Popup
          className={size === 'wide' ? 'dialog dialog-wide' : 'dialog'}
          {...(initialFocus && { initialFocus })}
        >
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

export interface ConfirmProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
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

function ConfirmForm({
  onClose,
  title,
  children,
  confirmLabel,
  onConfirm,
  isDangerous,
  typedText,
}: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const first = useRef<HTMLInputElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const isAllowed = typedText === undefined || typed === typedText;

  async function confirm() {
    if (!isAllowed || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={children}
      initialFocus={typedText === undefined ? cancel : first}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {typedText !== undefined && (
          <>
            <p>
              To confirm, type <bdi className="dialog-typed mono">{visibleText(typedText)}</bdi>
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
        {failure !== undefined && <FailureText error={failure} />}
        <div className="dialog-actions">
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={!isAllowed}
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export interface MenuItem {
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
}

export interface MenuProps {
  /** A `Button` that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
}

export const Menu = ({ trigger, items, align = 'end' }: MenuProps) => (
  <BaseMenu.Root>
    <BaseMenu.Trigger render={trigger} />
    <BaseMenu.Portal>
      <BaseMenu.Positioner className="popup-positioner" sideOffset={6} align={align}>
        <BaseMenu.Popup className="popup">
          {items.map(({ label, onSelect, icon, isDangerous, isDisabled = false }) => (
            <BaseMenu.Item
              key={label}
              className={isDangerous ? 'popup-item popup-item-danger' : 'popup-item'}
              disabled={isDisabled}
              onClick={onSelect}
            >
              {icon}
              {label}
            </BaseMenu.Item>
          ))}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
);

export interface TooltipProps {
  readonly text: ReactNode;
  /** A control: its own label must not depend on the tooltip. */
  readonly children: ReactElement<Record<string, unknown>>;
}

export const Tooltip = ({ text, children }: TooltipProps) => (
  <BaseTooltip.Root>
    <BaseTooltip.Trigger render={children} />
    <BaseTooltip.Portal>
      <BaseTooltip.Positioner className="popup-positioner" sideOffset={6}>
        <BaseTooltip.Popup className="tooltip">{text}</BaseTooltip.Popup>
      </BaseTooltip.Positioner>
    </BaseTooltip.Portal>
  </BaseTooltip.Root>
);
