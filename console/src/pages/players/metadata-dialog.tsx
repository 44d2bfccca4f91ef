// The form of a condition on a value of metadata. Where the declared indexes are known the pointer comes from them; otherwise it is
// typed, and the service judges.
import { useRef, useState } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { operatorTexts } from './filter-texts.ts';
import {
  type DeclaredIndex,
  type MetadataFilter,
  type Operator,
  operators,
  typeOfValue,
  type ValueType,
} from './filters.ts';

export interface MetadataDialogProps {
  /** The condition that is edited. */
  readonly filter: MetadataFilter | undefined;
  /** The index that was chosen for a new condition. */
  readonly index: DeclaredIndex | undefined;
  readonly indexes: readonly DeclaredIndex[] | undefined;
  readonly onClose: () => void;
  readonly onApply: (filter: MetadataFilter) => void;
}

const types = [
  { value: 'number', label: 'Number' },
  { value: 'string', label: 'Text' },
  { value: 'boolean', label: 'True or false' },
] as const satisfies readonly { readonly value: ValueType; readonly label: string }[];

const booleans = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const;

/** The number of RFC 8259 section 6. */
const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function MetadataDialog({ filter, index, indexes, onClose, onApply }: MetadataDialogProps) {
  const [pointer, setPointer] = useState(filter?.pointer ?? index?.pointer ?? '');
  const [type, setType] = useState<ValueType>(() => initialType(filter, index, indexes));
  const [op, setOp] = useState<Operator>(filter?.op ?? (type === 'number' ? 'gte' : 'eq'));
  const [value, setValue] = useState(() => initialText(filter));
  const typed = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<{ readonly pointer?: string; readonly value?: string }>({});
  const declared = index ?? indexes?.find((each) => each.pointer === pointer && each.type === type);
  const isTyped = declared === undefined;

  function apply() {
    const source = op === 'exists' ? undefined : sourceOf(type, value);
    const found = {
      ...(!pointer.startsWith('/') && { pointer: 'A pointer begins with a slash, such as /level.' }),
      ...(op !== 'exists' && source === undefined && { value: 'Enter a number, such as 10 or 2.5.' }),
    };
    setProblem(found);
    if (Object.keys(found).length === 0) onApply({ pointer, op, value: source });
  }

  return (
    <FormDialog
      onClose={onClose}
      initialFocus={isTyped ? typed : choice}
      title={isTyped ? 'Value of metadata' : `Metadata ${pointer}`}
      description={<IndexNote index={declared} />}
      submitLabel="Apply"
      onSubmit={apply}
    >
      {isTyped && (
        <>
          <TextField
            ref={typed}
            label="Pointer"
            isMono
            placeholder="/level"
            spellCheck={false}
            autoComplete="off"
            value={pointer}
            onChange={setPointer}
            error={problem.pointer}
          />
          <Select label="Type" options={types} value={type} onChange={setType} />
        </>
      )}
      <Select
        ref={choice}
        label="Condition"
        options={operators.map((each) => ({ value: each, label: operatorTexts[each] }))}
        value={op}
        onChange={setOp}
      />
      {op !== 'exists' && <ValueField {...{ type, value, setValue }} problem={problem.value} />}
    </FormDialog>
  );
}

interface ValueFieldProps {
  readonly type: ValueType;
  readonly value: string;
  readonly setValue: (value: string) => void;
  readonly problem: string | undefined;
}

const ValueField = ({ type, value, setValue, problem }: ValueFieldProps) =>
  type === 'boolean' ? (
    <Select
      label="Value"
      options={booleans}
      value={value === 'false' ? 'false' : 'true'}
      onChange={setValue}
    />
  ) : (
    <TextField
      label="Value"
      dir="auto"
      inputMode={type === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={setValue}
      error={problem}
      hint={type === 'string' ? 'The text as it is stored; capitals and spaces count.' : undefined}
    />
  );

function IndexNote({ index }: { readonly index: DeclaredIndex | undefined }) {
  if (!index) return <>Values can be searched where METADATA_INDEXES declares their pointer.</>;
  if (index.state === 'building') {
    return (
      <>The index is being built ({Math.floor(index.progress * 100)} %). Until then this search is refused.</>
    );
  }
  return (
    <>
      Values of another type than {types.find(({ value }) => value === index.type)?.label.toLowerCase()} do
      not match.
    </>
  );
}

function initialType(
  filter: MetadataFilter | undefined,
  index: DeclaredIndex | undefined,
  indexes: readonly DeclaredIndex[] | undefined,
): ValueType {
  const ofValue = filter?.value === undefined ? undefined : typeOfValue(filter.value);
  return (
    ofValue ?? index?.type ?? indexes?.find(({ pointer }) => pointer === filter?.pointer)?.type ?? 'number'
  );
}

const initialText = (filter: MetadataFilter | undefined): string => {
  const source = filter?.value ?? '';
  return source.startsWith('"') ? (JSON.parse(source) as string) : source;
};

/** The JSON text of a typed value; undefined for another type. */
function sourceOf(type: ValueType, text: string): string | undefined {
  if (type === 'string') return JSON.stringify(text);
  if (type === 'boolean') return text === 'false' ? 'false' : 'true';
  return numberForm.test(text.trim()) ? text.trim() : undefined;
}
