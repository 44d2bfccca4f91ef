// The period of the overview: its dates, what it is compared with and how days are counted, and the control that changes it.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { Card, EmptyState } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import {
  comparisonOf,
  dateText,
  daysBefore,
  daysSince,
  formatDays,
  lengthOf,
  longDate,
  type Period,
  type Preset,
  parseDate,
  problemOf,
  withPeriod,
} from './period.ts';
import type { StatisticsContext } from './statistics-data.ts';

const options: readonly { readonly value: Period['choice']; readonly label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7d', label: 'Last 7 days' },
  { value: '28d', label: 'Last 28 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '12m', label: 'Last 12 months' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'year', label: 'This year' },
  { value: 'custom', label: 'Choose dates…' },
];

const clockTime = new Intl.DateTimeFormat('en', {
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
});

export interface PeriodBarProps {
  readonly context: StatisticsContext;
  readonly period: Period;
  /** The day of the first session, or an earlier one; undefined while it is not known, and where nobody has played. */
  readonly firstDay: number | undefined;
  readonly asOf: string | undefined;
}

/** The days that count, and what they are compared with. */
function periodNotes(period: Period, today: number, firstDay: number | undefined): readonly string[] {
  const days = lengthOf(period);
  const length = `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;
  const comparison = firstDay === undefined ? undefined : comparisonOf(period, today, firstDay);
  const open = period.to >= today ? ['Today is not over'] : [];
  if (comparison === 'whole') return [`${length}, compared with ${formatDays(daysBefore(period))}`];
  if (comparison !== 'none-before' || firstDay === undefined) return [length, ...open];
  const counted = daysSince(period, firstDay);
  const first = `first session on ${longDate(firstDay)}`;
  return counted === days || counted === 0
    ? [length, `The ${first}`, ...open]
    : [`${formatCount(counted)} of ${length}, since the ${first}`, ...open];
}

export function PeriodBar({ context: { today, zone }, period, firstDay, asOf }: PeriodBarProps) {
  const [query, setQuery] = useSearchParams();
  const [isCustomOpen, setCustomOpen] = useState(period.choice === 'custom');
  const choose = (choice: Period['choice']) => {
    setCustomOpen(choice === 'custom');
    if (choice !== 'custom') setQuery(withPeriod(query, choice));
  };
  const notes = [
    ...periodNotes(period, today, firstDay),
    zone === undefined ? 'Days in the time zone of the statistics' : `Days in ${zone}`,
    asOf === undefined ? undefined : `Counted as of ${clockTime.format(Date.parse(asOf))}`,
  ];
  return (
    <section className="period" aria-label="Period">
      <div className="period-text">
        <h2 className="period-title">{formatDays(period)}</h2>
        <p className="period-notes">
          {notes
            .filter((note) => note !== undefined)
            .map((note) => (
              <span key={note}>{note}</span>
            ))}
        </p>
        {period.problem !== undefined && (
          <p className="field-error" role="alert">
            The dates in the address cannot be shown. {period.problem} These are the last 28 days.
          </p>
        )}
      </div>
      <div className="period-controls">
        <div className="period-select">
          <Select
            label="Period"
            options={options}
            value={isCustomOpen ? 'custom' : period.choice}
            onChange={choose}
          />
        </div>
        {isCustomOpen && (
          <CustomDates
            period={period}
            today={today}
            // The dates that are typed on the way leave no steps in the history.
            onChoose={(chosen) =>
              setQuery(withPeriod(query, chosen), { replace: period.choice === 'custom' })
            }
          />
        )}
      </div>
    </section>
  );
}

interface CustomDatesProps {
  readonly period: Period;
  readonly today: number;
  readonly onChoose: (days: { readonly from: number; readonly to: number }) => void;
}

function CustomDates({ period, today, onChoose }: CustomDatesProps) {
  const [from, setFrom] = useState(dateText(period.from));
  const [to, setTo] = useState(dateText(period.to));
  const [problem, setProblem] = useState<string>();
  // Back and forward in the history change the period too.
  useEffect(() => {
    setFrom(dateText(period.from));
    setTo(dateText(period.to));
    setProblem(undefined);
  }, [period.from, period.to]);
  function show(nextFrom: string, nextTo: string) {
    setFrom(nextFrom);
    setTo(nextTo);
    const [first, last] = [parseDate(nextFrom), parseDate(nextTo)];
    const found = problemOf(first, last, today);
    setProblem(found);
    if (found === undefined && first !== undefined && last !== undefined) onChoose({ from: first, to: last });
  }
  return (
    <div className="period-dates">
      <TextField
        label="From"
        type="date"
        max={dateText(today)}
        value={from}
        onChange={(text) => show(text, to)}
      />
      <TextField
        label="To"
        type="date"
        max={dateText(today)}
        value={to}
        onChange={(text) => show(from, text)}
      />
      {problem !== undefined && (
        <p className="field-error period-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function quietText(period: Period, today: number, firstDay: number | undefined): string {
  if (firstDay === undefined || firstDay <= period.to) return 'No session was on between these dates.';
  return firstDay === today
    ? 'The period takes in whole days, so it has them from tomorrow on.'
    : `The first session was on ${longDate(firstDay)}.`;
}

interface QuietPeriodProps {
  readonly period: Period;
  readonly today: number;
  readonly firstDay: number | undefined;
  readonly isTodayQuiet: boolean;
}

/** A period in which nobody played. */
export function QuietPeriod({ period, today, firstDay, isTodayQuiet }: QuietPeriodProps) {
  const [query, setQuery] = useSearchParams();
  const other: Preset | undefined =
    period.choice !== 'today' && (firstDay === today || !isTodayQuiet)
      ? 'today'
      : period.choice === '12m'
        ? undefined
        : '12m';
  return (
    <Card>
      <EmptyState
        title={firstDay === today ? 'The first players came today' : 'Nobody played in this period'}
        action={
          other && (
            <Button onClick={() => setQuery(withPeriod(query, other))}>
              {other === 'today' ? 'Show today' : 'Show the last 12 months'}
            </Button>
          )
        }
      >
        {quietText(period, today, firstDay)}
      </EmptyState>
    </Card>
  );
}
