// The figures of the period, each with the change from the period before and its course by day.
import type { components } from '../../api/schema.ts';
import { StatTile } from '../../components/states.tsx';
import { type Resource, useResource } from '../../hooks/use-resource.ts';
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
import { daysBefore, lengthOf, type Period } from './period.ts';
import { Sparkline } from './sparkline.tsx';
import { Statistic } from './statistic.tsx';
import { hasAnySession } from './statistics-data.ts';

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

export function FigureTiles({ period, isOpen, rows, rowsBefore }: FigureTilesProps) {
  const isPartial = useIsPartial(period, rowsBefore.data?.rows);
  return (
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
              isBeforePartial={isPartial}
            />
          ))}
        </section>
      )}
    </Statistic>
  );
}

/** Did the game begin within the period before? Then a comparison with it would say little. */
function useIsPartial(period: Period, before: readonly PlayersRow[] | undefined): boolean {
  const last = daysBefore(period).from - 1;
  const isBeginQuiet = before?.[0]?.active === 0 && before.some(({ active }) => active > 0);
  const { data: hasEarlier } = useResource(isBeginQuiet ? `any until ${last}` : undefined, (signal) =>
    hasAnySession(last, signal),
  );
  return hasEarlier === false;
}

interface FigureTileProps {
  readonly name: FigureName;
  readonly label: string;
  readonly rows: readonly PlayersRow[];
  readonly before: readonly PlayersRow[] | undefined;
  readonly isBeforeMissing: boolean;
  readonly isBeforePartial: boolean;
  readonly isOpen: boolean;
}

function FigureTile(props: FigureTileProps) {
  const { name, label, rows, before, isBeforeMissing, isBeforePartial, isOpen } = props;
  const value = figureOf(rows, name);
  const valueBefore = before && figureOf(before, name);
  const change = valueBefore === undefined || isBeforePartial ? undefined : changeOf(value, valueBefore);
  const note = change
    ? formatChange(name, change)
    : isBeforePartial
      ? 'No full period before'
      : isBeforeMissing
        ? 'No comparison'
        : ' ';
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
