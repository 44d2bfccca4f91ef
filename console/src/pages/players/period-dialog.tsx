// The form of a filter by time: some days up to now, or dates.
import { useRef, useState } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import type { PeriodFilter } from './filters.ts';

export interface PeriodDialogProps {
  /** The subject, such as `Last seen`. */
  readonly name: string;
  readonly period: PeriodFilter | undefined;
  readonly onClose: () => void;
  readonly onApply: (period: PeriodFilter) => void;
}

const kinds = [
  { value: 'within', label: 'In the last days' },
  { value: 'before', label: 'More than some days ago' },
  { value: 'dates', label: 'Between two dates' },
] as const satisfies readonly { readonly value: PeriodFilter['kind']; readonly label: string }[];

export function PeriodDialog({ name, period, onClose, onApply }: PeriodDialogProps) {
  const [kind, setKind] = useState<PeriodFilter['kind']>(period?.kind ?? 'within');
  const [days, setDays] = useState(period && period.kind !== 'dates' ? String(period.days) : '7');
  const [from, setFrom] = useState(period?.kind === 'dates' ? (period.from ?? '') : '');
  const [to, setTo] = useState(period?.kind === 'dates' ? (period.to ?? '') : '');
  const first = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();

  function apply() {
    const read = kind === 'dates' ? readDates(from, to) : readDays(kind, days);
    if (typeof read === 'string') return setProblem(read);
    onApply(read);
  }

  return (
    <FormDialog onClose={onClose} title={name} initialFocus={first} submitLabel="Apply" onSubmit={apply}>
      <Select
        ref={first}
        label="When"
        options={kinds}
        value={kind}
        onChange={(chosen) => {
          setKind(chosen);
          setProblem(undefined);
        }}
      />
      {kind === 'dates' ? (
        <>
          <div className="field-pair">
            <TextField label="From" type="date" value={from} onChange={setFrom} />
            <TextField label="To" type="date" value={to} onChange={setTo} error={problem} />
          </div>
          <p className="field-hint">Days in UTC, both included. Either may be left out.</p>
        </>
      ) : (
        <TextField
          label="Days"
          inputMode="numeric"
          value={days}
          onChange={setDays}
          error={problem}
          hint="1 is the last 24 hours."
        />
      )}
    </FormDialog>
  );
}

/** @returns a sentence for what is no period */
function readDays(kind: 'within' | 'before', text: string): PeriodFilter | string {
  const days = text.trim();
  return /^[1-9]\d{0,3}$/.test(days) ? { kind, days: Number(days) } : 'Enter a whole number from 1 to 9,999.';
}

function readDates(from: string, to: string): PeriodFilter | string {
  if (from === '' && to === '') return 'Enter at least one of the dates.';
  if (from !== '' && to !== '' && from > to) return 'The second date is before the first.';
  return { kind: 'dates', ...(from !== '' && { from }), ...(to !== '' && { to }) };
}
