// The check box with its label and hint.
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { type ReactNode, useId } from 'react';
import { CheckIcon } from './icons.tsx';

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function Checkbox({ label, hint, isChecked, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <div className="checkbox">
      <BaseCheckbox.Root
        className="checkbox-box"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={isChecked}
        onCheckedChange={onChange}
      >
        <BaseCheckbox.Indicator className="checkbox-mark">
          <CheckIcon />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box beside it takes the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is the label of the box */}
      <span className="checkbox-text" onClick={() => onChange(!isChecked)}>
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
