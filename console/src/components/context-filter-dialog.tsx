// The form of a condition on the context of sessions: a member, and the value that it has.
import { useId, useMemo, useRef, useState } from 'react';
import { type ContextCondition, isPointer, valueText } from '../api/context-filter.ts';
import { useServiceState } from '../hooks/use-service-state.ts';
import { memberSource } from '../json/member.ts';
import { pointerOf } from '../json/pointer.ts';
import { FormDialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { Select } from './select.tsx';
import { visibleText } from './values.tsx';

export interface ContextFilterDialogProps {
  /** The condition that is edited; undefined for a new one. */
  readonly condition: ContextCondition | undefined;
  readonly contexts: readonly string[];
  readonly onClose: () => void;
  readonly onApply: (condition: ContextCondition) => void;
}

/** Members that most games send. */
const usualPointers = ['/version', '/platform', '/device'];
const typedPointer = 'typed';
const offeredValues = 50;

export function ContextFilterDialog({ condition, contexts, onClose, onApply }: ContextFilterDialogProps) {
  const values = useMemo(() => valuesOf(contexts), [contexts]);
  const pointers = usePointers(values, condition);
  const [chosen, setChosen] = useState(condition?.pointer ?? pointers[0] ?? typedPointer);
  const [typed, setTyped] = useState('/');
  const [value, setValue] = useState(condition?.value ?? '');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const pointer = chosen === typedPointer ? typed : chosen;
  function apply() {
    const isFine = isPointer(pointer);
    setProblem(isFine ? undefined : 'A pointer begins with a slash, such as /version or /device/model.');
    if (isFine) onApply({ pointer, value });
  }
  return (
    <FormDialog
      onClose={onClose}
      title={condition ? 'Edit the filter' : 'Filter by context'}
      description="Sessions whose context, which the game sends with the start, has a value."
      initialFocus={field}
      submitLabel="Apply"
      onSubmit={apply}
    >
      <Select
        label="Member"
        options={[
          ...pointers.map((each) => ({ value: each, label: visibleText(each.slice(1)) })),
          { value: typedPointer, label: 'Another pointer…' },
        ]}
        value={chosen}
        onChange={setChosen}
      />
      {chosen === typedPointer && (
        <TextField
          label="JSON Pointer"
          isMono
          value={typed}
          onChange={setTyped}
          error={problem}
          spellCheck={false}
        />
      )}
      <TextField
        ref={field}
        label="Value"
        hint="Exactly as the game sends it: capitals count."
        list={listId}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={setValue}
      />
      <datalist id={listId}>
        {[...(values.get(pointer) ?? [])].slice(0, offeredValues).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </FormDialog>
  );
}

/** The pointers that are offered: those that the statistics go by, then the usual ones, then what the loaded sessions have. */
function usePointers(
  values: ReadonlyMap<string, ReadonlySet<string>>,
  condition: ContextCondition | undefined,
): readonly string[] {
  const settings = useServiceState().state?.settings;
  const declared = settings?.find(({ name }) => name === 'STATISTICS_CONTEXT')?.value ?? '';
  const own = condition ? [condition.pointer] : [];
  return [...new Set([...own, ...declared.split(',').filter(isPointer), ...usualPointers, ...values.keys()])];
}

/** The values of the members at the top of some contexts, by their pointers. */
function valuesOf(contexts: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  for (const context of new Set(contexts)) {
    for (const name of Object.keys(JSON.parse(context) as object)) {
      const source = memberSource(context, [name]) ?? '{';
      if (source.startsWith('{') || source.startsWith('[')) continue;
      const pointer = pointerOf([name]);
      const known = values.get(pointer) ?? new Set();
      values.set(pointer, known.add(valueText(source)));
    }
  }
  return values;
}
