// A secret text that is shown this once, with a button that copies it, and the warning that nobody sees it again.
import { type ReactNode, type RefObject, useId } from 'react';
import { WarningIcon } from '../../components/icons.tsx';
import { CopyButton } from '../../components/values.tsx';

export interface OneTimeTextProps {
  /** Gets the focus, so that a screen reader reads the text. */
  readonly field: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly text: string;
  /** Names it in the messages about copying. */
  readonly name: string;
  /** Between the text and the warning. */
  readonly note?: ReactNode;
  /** The advice for when it is lost. */
  readonly warning: ReactNode;
}

export function OneTimeText({ field, label, text, name, note, warning }: OneTimeTextProps) {
  const id = useId();
  const select = () => {
    if (field.current) getSelection()?.selectAllChildren(field.current);
  };
  return (
    <>
      {/* No field of a form, so that no browser keeps its value. */}
      <div className="keys-text">
        <section
          ref={field}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus begins here, so that a screen reader reads the text
          tabIndex={0}
          aria-label={label}
          aria-describedby={id}
          className="mono"
          onFocus={select}
        >
          {text}
        </section>
        <CopyButton text={text} name={name} label="Copy" />
      </div>
      {note}
      <div id={id} className="keys-warning">
        <WarningIcon />
        <p>{warning}</p>
      </div>
    </>
  );
}
