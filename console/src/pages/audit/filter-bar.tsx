// The fields of the audit's filter. Choices hold at once; a text holds after a pause, when it is left, or when Enter is
// pressed.
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Select, type SelectOption } from '../../components/select.tsx';
import { type AuditFilter, emptyFilter, isFiltered, problemsOf, withPlayer } from './audit-filter.ts';
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
  const mayReadPlayers = useHasScope('players:read');
  return (
    <search className="audit-filter" aria-label="Filter">
      <Select
        label="Action"
        options={withChosen(actionOptions, filter.action)}
        value={filter.action}
        onChange={(action) => onChange({ ...filter, action })}
      />
      <KeyField
        keyId={filter.keyId}
        keys={keys}
        error={problems.keyId}
        onChange={(keyId) => onChange({ ...filter, keyId })}
      />
      <LazyField
        label={mayReadPlayers ? 'Player id or number' : 'Player number'}
        placeholder="Any player"
        value={filter.sequentialId || filter.playerId}
        error={problems.sequentialId ?? problems.playerId}
        onCommit={(text) => onChange(withPlayer(filter, text.trim(), mayReadPlayers))}
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

/** No key has it as its id. */
const otherKey = 'other';

interface KeyFieldProps {
  readonly keyId: string;
  readonly keys: readonly SelectOption<string>[];
  readonly error: string | undefined;
  readonly onChange: (keyId: string) => void;
}

/** One of the keys that are known, or any other by its id, such as one that was revoked. */
function KeyField({ keyId, keys, error, onChange }: KeyFieldProps) {
  const [isTyped, setTyped] = useState(false);
  const options = [
    { value: '', label: 'Any key' },
    ...withChosen(keys, keyId === '' || error !== undefined ? undefined : keyId),
    { value: otherKey, label: 'Another key id…' },
  ];
  return (
    <div className="audit-key-field">
      <Select
        label="Key"
        options={options}
        value={isTyped || error !== undefined ? otherKey : keyId}
        onChange={(chosen) => {
          setTyped(chosen === otherKey);
          if (chosen !== otherKey) onChange(chosen);
        }}
      />
      {(isTyped || error !== undefined) && (
        <LazyField
          label="Key id"
          placeholder="Of an entry, or of a revoked key"
          value={keyId}
          error={error}
          onCommit={(text) => onChange(text.trim())}
        />
      )}
    </div>
  );
}

/** An address may name a key or an action that is not among the options. */
const withChosen = (
  options: readonly SelectOption<string>[],
  value: string | undefined,
): readonly SelectOption<string>[] =>
  value === undefined || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }];

interface LazyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onCommit: (value: string) => void;
  readonly type?: 'date';
  readonly placeholder?: string;
}

/** Without typing, until a text holds. */
const pauseMilliseconds = 600;

function LazyField({ value, onCommit, ...rest }: LazyFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text !== value) onCommit(text);
  };
  const commitLatest = useEffectEvent(commit);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins a new pause
  useEffect(() => {
    const timer = setTimeout(commitLatest, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
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
