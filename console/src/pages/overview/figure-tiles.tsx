// The figures of the period, each with the change from the period before and its course by day.
import type { components } from '../../api/schema.ts';
import { StatTile } from '../../components/states.tsx';
import type { Query } from '../../hooks/query.ts';
import {
  changeOf,
  exactFigure,
  type FigureName,
  figureOf,
  formatChange,
  formatFigure,
  isAverage,
  type PlayersRow,
  rowsSince,
} from './figures.ts';
import { type Comparison, comparisonOf, lengthOf, type Period } from './period.ts';
import { Sparkline } from './sparkline.tsx';
import { Statistic } from './statistic.tsx';
import type { FirstDay } from './statistics-data.ts';

type Players = components['schemas']['PlayerStatistics'];

const figures: readonly (readonly [FigureName, string])[] = [
  ['active', 'Active players'],
  ['new', 'New players'],
  ['returning', 'Returning players'],
  ['sessions', 'Sessions'],
  ['playSeconds', 'Play time'],
];

export interface FigureTilesProps {
  readonly period: Period;
  readonly today: number;
  readonly firstDay: Query<FirstDay>;
  readonly rows: Query<Players>;
  readonly rowsBefore: Query<Players>;
}

export function FigureTiles({ period, today, firstDay, rows, rowsBefore }: FigureTilesProps) {
  return (
    <Statistic query={firstDay} height={152}>
      {({ day = today }) => (
        <Statistic query={rows} height={152}>
          {(data) => (
            <section className="overview-tiles" aria-label="Figures of the period">
              {figures.map(([name, label]) => (
                <FigureTile
                  key={name}
                  name={name}
                  label={lengthOf(period) > 1 && isAverage(name) ? `${label} a day` : label}
                  rows={data.rows}
                  firstDay={day}
                  before={rowsBefore.data?.rows}
                  isBeforeMissing={rowsBefore.error !== null}
                  comparison={comparisonOf(period, today, day)}
                />
              ))}
            </section>
          )}
        </Statistic>
      )}
    </Statistic>
  );
}

interface FigureTileProps {
  readonly name: FigureName;
  readonly label: string;
  readonly rows: readonly PlayersRow[];
  readonly firstDay: number;
  readonly before: readonly PlayersRow[] | undefined;
  readonly isBeforeMissing: boolean;
  readonly comparison: Comparison;
}

function FigureTile({ name, label, rows, firstDay, before, isBeforeMissing, comparison }: FigureTileProps) {
  const counted = rowsSince(rows, firstDay);
  const value = figureOf(counted, name);
  const valueBefore = comparison === 'whole' && before ? figureOf(before, name) : undefined;
  const change = valueBefore === undefined ? undefined : changeOf(value, valueBefore);
  const missing = isBeforeMissing ? 'No comparison' : ' ';
  const notes = { 'none-before': 'No full period before', 'not-over': 'Not over yet', whole: missing };
  const title =
    before && valueBefore !== undefined
      ? `${formatFigure(name, valueBefore)} in the period before (${exactFigure(name, before)})`
      : undefined;
  return (
    <StatTile
      label={label}
      value={<span title={exactFigure(name, counted)}>{formatFigure(name, value)}</span>}
      note={<span title={title}>{change ? formatChange(name, change) : notes[comparison]}</span>}
      trend={change?.trend ?? 'level'}
      chart={<Sparkline values={rows.map((row) => row[name])} />}
    />
  );
}
