// Fields of forms, each with its label, hint and error: those that take text, and one of several choices.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

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

export interface ChoiceFieldProps extends Omit<FieldText, 'isLabelHidden'> {
  /** Of the whole field, which can have the focus. */
  readonly id: string;
  readonly children: ReactNode;
}

/** A field of several check boxes, one below the other. */
export const ChoiceField = ({ id, label, hint, error, children }: ChoiceFieldProps) => (
  <fieldset id={id} tabIndex={-1} className="field-choices" aria-describedby={noteIdOf(id, { hint, error })}>
    <legend className="field-label">{label}</legend>
    {children}
    <FieldNote id={`${id}-note`} hint={hint} error={error} />
  </fieldset>
);

interface LabelledFieldProps extends Omit<FieldText, 'isLabelHidden'> {
  readonly isLabelHidden: boolean | undefined;
  /** Draws the control with the attributes that tie it to its label and note. */
  readonly children: (described: ReturnType<typeof describedBy>) => ReactNode;
}

const noteIdOf = (id: string, { hint, error }: Pick<FieldText, 'hint' | 'error'>) =>
  error === undefined && hint === undefined ? undefined : `${id}-note`;

const describedBy = (id: string, note: Pick<FieldText, 'hint' | 'error'>) => ({
  id,
  'aria-invalid': note.error !== undefined || undefined,
  'aria-describedby': noteIdOf(id, note),
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
