// The figures of the period, each with the change from the period before and its course by day.
import type { components } from '../../api/schema.ts';
import { StatTile } from '../../components/states.tsx';
import type { Resource } from '../../hooks/use-resource.ts';
import {
  changeOf,
  exactFigure,
  type FigureName,
  figureOf,
  formatChange,
  formatFigure,
  isAverage,
  type PlayersRow,
} from './figures.ts';
import { lengthOf, type Period } from './period.ts';
import { Sparkline } from './sparkline.tsx';
import { Statistic } from './statistic.tsx';

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
  /** The last day is not over, so a smaller figure says nothing. */
  readonly isOpen: boolean;
  readonly rows: Resource<Players>;
  readonly rowsBefore: Resource<Players>;
}

export const FigureTiles = ({ period, isOpen, rows, rowsBefore }: FigureTilesProps) => (
  <Statistic resource={rows} height={152}>
    {(data) => (
      <section className="overview-tiles" aria-label="Figures of the period">
        {figures.map(([name, label]) => (
          <FigureTile
            key={name}
            name={name}
            label={lengthOf(period) > 1 && isAverage(name) ? `${label} a day` : label}
            rows={data.rows}
            before={rowsBefore.data?.rows}
            isOpen={isOpen}
            isBeforeMissing={rowsBefore.error !== undefined}
          />
        ))}
      </section>
    )}
  </Statistic>
);

interface FigureTileProps {
  readonly name: FigureName;
  readonly label: string;
  readonly rows: readonly PlayersRow[];
  readonly before: readonly PlayersRow[] | undefined;
  readonly isBeforeMissing: boolean;
  readonly isOpen: boolean;
}

function FigureTile({ name, label, rows, before, isBeforeMissing, isOpen }: FigureTileProps) {
  const value = figureOf(rows, name);
  const valueBefore = before && figureOf(before, name);
  const change = valueBefore === undefined ? undefined : changeOf(value, valueBefore);
  const note = change ? formatChange(name, change) : isBeforeMissing ? 'No comparison' : ' ';
  const title =
    before && `${formatFigure(name, valueBefore ?? 0)} in the period before (${exactFigure(name, before)})`;
  return (
    <StatTile
      label={label}
      value={<span title={exactFigure(name, rows)}>{formatFigure(name, value)}</span>}
      note={<span title={title}>{note}</span>}
      trend={isOpen ? 'level' : (change?.trend ?? 'level')}
      chart={<Sparkline values={rows.map((row) => row[name])} />}
    />
  );
}
