// The actions of a card whose figures are by an interval: the choice of the interval, which the address keeps, and the download.
import { useSearchParams } from 'wouter';
import { Segmented } from '../../components/segmented.tsx';
import { CsvButton } from './csv-button.tsx';
import { dateText, type Period } from './period.ts';

export interface IntervalActionsProps<Interval extends string> {
  /** Of the parameter in the address. */
  readonly parameter: string;
  /** Of the download. */
  readonly name: string;
  readonly path: string;
  readonly period: Period;
  readonly titles: Readonly<Record<Interval, string>>;
  readonly intervals: readonly Interval[];
  readonly interval: Interval;
}

export function IntervalActions<Interval extends string>({
  parameter,
  name,
  path,
  period,
  titles,
  intervals,
  interval,
}: IntervalActionsProps<Interval>) {
  const [query, setQuery] = useSearchParams();
  const choose = (chosen: Interval) => {
    const next = new URLSearchParams(query);
    next.set(parameter, chosen);
    setQuery(next);
  };
  return (
    <div className="row">
      <Segmented
        label="By"
        options={intervals.map((value) => ({ value, label: titles[value] }))}
        value={interval}
        onChange={choose}
      />
      <CsvButton
        name={name}
        path={path}
        fileName={`${name}-by-${interval}-${dateText(period.from)}-${dateText(period.to)}.csv`}
      />
    </div>
  );
}
