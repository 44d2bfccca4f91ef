// A choice of a few short options side by side, of which one is on.

export interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly title?: string;
  readonly isDisabled?: boolean;
}

export interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly SegmentedOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export const Segmented = <Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedProps<Value>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a box of its own
  <div role="group" aria-label={label} className="segmented">
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        className="segmented-option"
        aria-pressed={option.value === value}
        disabled={option.isDisabled}
        title={option.title}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </div>
);
