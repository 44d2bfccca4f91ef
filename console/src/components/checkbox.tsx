// The check box with its label and hint.
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { type ReactNode, useId } from 'react';
import { CheckIcon, MinusIcon } from './icons.tsx';

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  /** It stands for several boxes of which some are checked, and is not checked itself. */
  readonly isMixed?: boolean;
  /** @param isRange the box was clicked with Shift, which in a list means all boxes from the last one to this one */
  readonly onChange: (isChecked: boolean, isRange: boolean) => void;
}

export function Checkbox({ label, hint, isChecked, isMixed = false, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <div className="checkbox">
      <BaseCheckbox.Root
        className="checkbox-box"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={isChecked}
        indeterminate={isMixed}
        onCheckedChange={(checked, { event }) =>
          onChange(checked, 'shiftKey' in event && event.shiftKey === true)
        }
        // A click with Shift would select the text between.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        <BaseCheckbox.Indicator className="checkbox-mark">
          {isMixed ? <MinusIcon /> : <CheckIcon />}
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box beside it takes the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is the label of the box */}
      <span className="checkbox-text" onClick={(event) => onChange(!isChecked, event.shiftKey)}>
        <span id={`${id}-label`}>{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="field-hint">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}
