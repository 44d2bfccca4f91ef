// Fields of forms: text, choice and check box, each with its label, hint and error.
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Select as BaseSelect } from '@base-ui/react/select';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { CheckIcon, ChevronsIcon } from './icons.tsx';

interface FieldText {
  readonly label: string;
  /** The label is for screen readers alone, where the place says enough. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

export interface TextFieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isMono?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export const TextField = ({
  label,
  isLabelHidden,
  hint,
  error,
  onChange,
  isMono = false,
  ...rest
}: TextFieldProps) => (
  <LabelledField {...{ label, isLabelHidden, hint, error }}>
    {(described) => (
      <input
        {...rest}
        {...described}
        className={isMono ? 'field-input mono' : 'field-input'}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </LabelledField>
);

export interface TextAreaProps
  extends FieldText,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field of several lines, which grows with its text. */
export const TextArea = ({ label, isLabelHidden, hint, error, onChange, ...rest }: TextAreaProps) => (
  <LabelledField {...{ label, isLabelHidden, hint, error }}>
    {(described) => (
      <textarea
        rows={3}
        {...rest}
        {...described}
        className="field-input field-area"
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </LabelledField>
);

interface LabelledFieldProps extends Omit<FieldText, 'isLabelHidden'> {
  readonly isLabelHidden: boolean | undefined;
  /** Draws the control with the attributes that tie it to its label and note. */
  readonly children: (described: ReturnType<typeof describedBy>) => ReactNode;
}

const describedBy = (id: string, { hint, error }: Pick<FieldText, 'hint' | 'error'>) => ({
  id,
  'aria-invalid': error !== undefined || undefined,
  'aria-describedby': error === undefined && hint === undefined ? undefined : `${id}-note`,
});

function LabelledField({ label, isLabelHidden = false, hint, error, children }: LabelledFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className={isLabelHidden ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      {children(describedBy(id, { hint, error }))}
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

function FieldNote({ id, hint, error }: Pick<FieldText, 'hint' | 'error'> & { readonly id: string }) {
  if (error !== undefined) {
    return (
      <p id={id} className="field-error" role="alert">
        {error}
      </p>
    );
  }
  return hint === undefined ? null : (
    <p id={id} className="field-hint">
      {hint}
    </p>
  );
}

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectProps<Value extends string> extends Pick<FieldText, 'label' | 'isLabelHidden'> {
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
