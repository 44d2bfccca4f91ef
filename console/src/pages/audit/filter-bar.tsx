// The fields of the audit's filter. Choices hold at once; a text holds when it is left or Enter is pressed.
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Select, type SelectOption, TextField } from '../../components/field.tsx';
import { type AuditFilter, emptyFilter, isFiltered, problemsOf } from './audit-filter.ts';
import { actionTitles } from './sentences.ts';

export interface FilterBarProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
  readonly keys: readonly SelectOption<string>[];
}

const actionOptions = [
  { value: '', label: 'Any action' },
  ...Object.entries(actionTitles).map(([value, label]) => ({ value, label })),
];

export function FilterBar({ filter, onChange, keys }: FilterBarProps) {
  const problems = problemsOf(filter);
  return (
    <search className="audit-filter" aria-label="Filter">
      <Select
        label="Action"
        options={withChosen(actionOptions, filter.action)}
        value={filter.action}
        onChange={(action) => onChange({ ...filter, action })}
      />
      <Select
        label="Key"
        options={withChosen([{ value: '', label: 'Any key' }, ...keys], filter.keyId)}
        value={filter.keyId}
        onChange={(keyId) => onChange({ ...filter, keyId })}
      />
      <LazyField
        label="Player number"
        inputMode="numeric"
        placeholder="Any player"
        value={filter.sequentialId}
        error={problems.sequentialId}
        onCommit={(sequentialId) => onChange({ ...filter, sequentialId: sequentialId.trim() })}
      />
      <LazyField
        label="From day"
        type="date"
        value={filter.from}
        error={problems.from}
        onCommit={(from) => onChange({ ...filter, from })}
      />
      <LazyField
        label="To day"
        type="date"
        value={filter.to}
        error={problems.to}
        onCommit={(to) => onChange({ ...filter, to })}
      />
      <Button
        variant="ghost"
        className="audit-clear"
        disabled={!isFiltered(filter)}
        onClick={() => onChange(emptyFilter)}
      >
        Clear filter
      </Button>
    </search>
  );
}

/** An address may name a key or an action that is not among the options. */
const withChosen = (
  options: readonly SelectOption<string>[],
  value: string,
): readonly SelectOption<string>[] =>
  options.some((option) => option.value === value) ? options : [...options, { value, label: value }];

interface LazyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onCommit: (value: string) => void;
  readonly type?: 'date';
  readonly inputMode?: 'numeric';
  readonly placeholder?: string;
}

function LazyField({ value, onCommit, ...rest }: LazyFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text !== value) onCommit(text);
  };
  return (
    <TextField
      {...rest}
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && commit()}
      autoComplete="off"
    />
  );
}
