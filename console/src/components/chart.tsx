// Charts over time by uPlot, in the colours of the theme. Each has its numbers as a table too, for screen readers and for people
// who want them exactly.
import { useEffect, useId, useRef, useState } from 'react';
import uPlot from 'uplot';
import { useLatest } from '../hooks/use-latest.ts';
import { useTheme } from '../shell/theme.ts';
import { Button } from './button.tsx';
import { ChartTable } from './chart-table.tsx';
import { type ChartColumn, type ChartFormats, chartTooltip } from './chart-tooltip.ts';
import { formatCount } from './value-texts.ts';

/** The colours of series, which tokens.css has. */
export const chartColours = [1, 2, 3, 4, 5, 6, 7] as const;
type Colour = (typeof chartColours)[number];
const colourAt = (place: number): Colour => chartColours[place % chartColours.length] ?? 1;

export interface ChartSeries extends ChartColumn {
  /** Which of the colours, or a grey for a series in the background; by its place by default. */
  readonly colour?: Colour | 'faint';
  readonly kind?: 'line' | 'area' | 'bars';
  /** For the series that another is compared with. */
  readonly isDashed?: boolean;
}

export interface ChartProps {
  /** Says what the chart shows. Screen readers read it. */
  readonly title: string;
  /** Seconds since the epoch, ascending; with `xLabels` any ascending numbers. */
  readonly x: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly height?: number;
  readonly formatValue?: (value: number) => string;
  /** The text of a place on the x axis, for the tooltip and the table; date and time by default. */
  readonly formatX?: (x: number) => string;
  /** Instead of a time axis: the text of each place, for categories such as buckets. Then `x` counts from 0. */
  readonly xLabels?: readonly string[];
  /** The title of the first column of the table. */
  readonly xTitle?: string;
  /** Bars stand on each other: the first series at the bottom. */
  readonly isStacked?: boolean;
  /** The title of the sum of stacked series, for the tooltip and the table. */
  readonly total?: string;
}

const dateTime = (x: number): string =>
  new Intl.DateTimeFormat('en', {
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(x * 1000);

export function Chart(props: ChartProps) {
  const { title, x, series, height = 240, formatValue = formatCount, xLabels } = props;
  const {
    formatX = (at: number) => xLabels?.[x.indexOf(at)] ?? dateTime(at),
    isStacked = false,
    total,
  } = props;
  const { xTitle = xLabels ? 'Range' : 'Time' } = props;
  const place = useRef<HTMLDivElement>(null);
  const [isTableShown, setTableShown] = useState(false);
  const { shown } = useTheme();
  const id = useId();
  // Formatters are new functions at each render. The plot is made anew for other data alone.
  const columns = total === undefined ? series : [...series, { label: total, values: sumsOf(series) }];
  const formats = useLatest({ formatValue, formatX, series: columns });
  const content = JSON.stringify([x, series, xLabels, isStacked]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the content stands for the data, and the theme for the colours
  useEffect(() => {
    const element = place.current;
    if (!element || x.length === 0) return;
    const drawn = isStacked ? stacked(series) : series;
    const data = [x, ...drawn.map(({ values }) => values)] as uPlot.AlignedData;
    const plot = new uPlot(plotOptions(element, { series: drawn, height, xLabels }, formats), data, element);
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [content, height, shown]);

  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {title}
      </figcaption>
      <div className="chart-head">
        {series.length > 1 && (
          <ul className="chart-legend" aria-hidden="true">
            {series.map(({ label, isDashed }, index) => (
              <li key={label}>
                <span
                  className={isDashed ? 'chart-key chart-key-dashed' : 'chart-key'}
                  style={{ color: `var(${colourOf(series, index)})` }}
                />
                {label}
              </li>
            ))}
          </ul>
        )}
        <Button
          variant="ghost"
          size="small"
          className="chart-switch"
          aria-pressed={isTableShown}
          onClick={() => setTableShown(!isTableShown)}
        >
          {isTableShown ? 'Hide table' : 'Show as table'}
        </Button>
      </div>
      <div ref={place} className="chart-plot" style={{ height }} aria-hidden="true" />
      <div
        className={isTableShown ? 'chart-table' : 'visually-hidden'}
        // A part that scrolls must be reachable by keys.
        {...(isTableShown && { tabIndex: 0, role: 'region', 'aria-label': title })}
      >
        <ChartTable title={title} xTitle={xTitle} x={x} {...{ columns, formatValue, formatX }} />
      </div>
    </figure>
  );
}

function colourOf(series: readonly ChartSeries[], index: number): string {
  const colour = series[index]?.colour ?? colourAt(index);
  return colour === 'faint' ? '--text-faint' : `--chart-${colour}`;
}

/** The sums of the series at each place. */
const sumsOf = (series: readonly ChartSeries[]): number[] =>
  (series[0]?.values ?? []).map((_, place) => sumAt(series, place));

const sumAt = (series: readonly ChartSeries[], place: number): number =>
  series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0);

/** Each series on top of those before it. The highest is drawn first, so that the lower ones cover it. */
function stacked(series: readonly ChartSeries[]): ChartSeries[] {
  return series
    .map((one, index) => ({
      ...one,
      colour: one.colour ?? colourAt(index),
      values: sumsOf(series.slice(0, index + 1)),
    }))
    .reverse();
}

function plotOptions(
  element: HTMLElement,
  {
    series,
    height,
    xLabels,
  }: { series: readonly ChartSeries[]; height: number; xLabels: readonly string[] | undefined },
  formats: ChartFormats,
): uPlot.Options {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const axis: uPlot.Axis = {
    stroke: token('--text-muted'),
    font: `12px ${style.fontFamily}`,
    grid: { stroke: token('--chart-grid'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    padding: [8, 20, 0, 0],
    scales: {
      x: { time: xLabels === undefined, ...(xLabels && { range: [-0.6, xLabels.length - 0.4] }) },
      y: { range: (_, __, max) => [0, niceTop(max)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 70,
        ...(!xLabels && { values: timeFormats }),
        ...(xLabels && {
          size: 30,
          space: Math.max(44, 18 + 7 * longest(xLabels)),
          values: (_: uPlot, splits: number[]) => splits.map((at) => xLabels[at] ?? ''),
          incrs: niceSteps,
        }),
      },
      {
        ...axis,
        size: (_, values) => Math.max(40, 18 + 7 * longest(values ?? [])),
        gap: 8,
        incrs: niceSteps,
        values: (_, splits) => splits.map((value) => formats.current.formatValue(value)),
      },
    ],
    series: [{}, ...series.map((one, index) => drawing(one, token(colourOf(series, index))))],
    plugins: [chartTooltip(formats)],
  };
}

const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

const dayFormat = '{MMM} {D}';

/** Formats of a time axis by its step: step in seconds, format, then the formats at a new year, month, day and shorter. */
const timeFormats = [
  [365 * 86_400, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * 86_400, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [86_400, dayFormat, '\n{YYYY}', null, null, null, null, null, 1],
  [60, '{HH}:{mm}', `\n${dayFormat}`, null, `\n${dayFormat}`, null, null, null, 1],
] as uPlot.Axis.Values;

/** Steps of an axis of counts. */
const niceSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

/** The top of the y axis: a little room above the highest value, and never nothing. */
const niceTop = (max: number | null): number => (max === null || max <= 0 ? 4 : max * 1.08);

function drawing({ label, kind = 'line', isDashed }: ChartSeries, colour: string): uPlot.Series {
  const bars = uPlot.paths.bars?.({ size: [0.72, 48], radius: 0.12 });
  return {
    label,
    stroke: colour,
    width: kind === 'bars' ? 0 : isDashed ? 1.25 : 1.75,
    points: { show: false },
    ...(kind === 'area' && { fill: `color-mix(in srgb, ${colour} 13%, transparent)` }),
    ...(kind === 'bars' && { fill: colour, ...(bars && { paths: bars }) }),
    ...(isDashed && { dash: [5, 4] }),
  };
}
