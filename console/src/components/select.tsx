// The field of a choice among a few options. Base UI keeps focus and keys right.
import { Select as BaseSelect } from '@base-ui/react/select';
import type { Ref } from 'react';
import { CheckIcon, ChevronsIcon } from './icons.tsx';

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectProps<Value extends string> {
  readonly label: string;
  /** The label is for screen readers alone, where the place says enough. */
  readonly isLabelHidden?: boolean;
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  ref,
}: SelectProps<Value>) {
  return (
    <div className="field">
      <BaseSelect.Root
        items={options}
        value={value}
        onValueChange={(chosen) => chosen !== null && onChange(chosen)}
      >
        <BaseSelect.Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>
          {label}
        </BaseSelect.Label>
        <BaseSelect.Trigger ref={ref} className="field-input select-trigger">
          <BaseSelect.Value className="select-value" />
          <BaseSelect.Icon className="select-icon">
            <ChevronsIcon />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        <BaseSelect.Portal>
          <BaseSelect.Positioner
            className="popup-positioner"
            sideOffset={4}
            align="start"
            alignItemWithTrigger={false}
          >
            <BaseSelect.Popup className="popup">
              <BaseSelect.List>
                {options.map((option) => (
                  <BaseSelect.Item key={option.value} value={option.value} className="popup-item select-item">
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                    <BaseSelect.ItemIndicator className="select-check">
                      <CheckIcon />
                    </BaseSelect.ItemIndicator>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </div>
  );
}
