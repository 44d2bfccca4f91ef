// Charts over time by uPlot, in the colours of the theme. Each has its numbers as a table too, for screen readers and for people
// who want them exactly.
import { useEffect, useId, useRef, useState } from 'react';
import uPlot from 'uplot';
import { useTheme } from '../shell/theme.ts';
import { Button } from './button.tsx';
import { chartTooltip } from './chart-tooltip.ts';

export interface ChartSeries {
  readonly label: string;
  /** One value for each instant; null where there is none. */
  readonly values: readonly (number | null)[];
  /** Which of the four colours; by its place by default. */
  readonly colour?: 1 | 2 | 3 | 4;
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
  /** Instead of a time axis: the text of each place, for categories such as buckets. */
  readonly xLabels?: readonly string[];
}

const plain = (value: number): string => value.toLocaleString('en');

const dateTime = (x: number): string =>
  new Intl.DateTimeFormat('en', {
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(x * 1000);

export function Chart(props: ChartProps) {
  const { title, x, series, height = 240, formatValue = plain, xLabels } = props;
  const { formatX = (at: number) => xLabels?.[x.indexOf(at)] ?? dateTime(at) } = props;
  const place = useRef<HTMLDivElement>(null);
  const [isTableShown, setTableShown] = useState(false);
  const { shown } = useTheme();
  const id = useId();
  // Formatters are new functions at each render. The plot is made anew for other data alone.
  const formats = useRef({ formatValue, formatX });
  formats.current = { formatValue, formatX };
  const content = JSON.stringify([x, series, xLabels]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the content stands for the data, and the theme for the colours
  useEffect(() => {
    const element = place.current;
    if (!element || x.length === 0) return;
    const data = [x, ...series.map(({ values }) => values)] as uPlot.AlignedData;
    const plot = new uPlot(plotOptions(element, { series, height, xLabels }, formats), data, element);
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
      <div className={isTableShown ? 'chart-table' : 'visually-hidden'}>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{xLabels ? 'Range' : 'Time'}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {x.map((at, index) => (
              <tr key={at}>
                <th scope="row">{formatX(at)}</th>
                {series.map(({ label, values }) => {
                  const value = values[index] ?? null;
                  return <td key={label}>{value === null ? '–' : formatValue(value)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const colourOf = (series: readonly ChartSeries[], index: number): string =>
  `--chart-${series[index]?.colour ?? (index % 4) + 1}`;

interface Formats {
  readonly current: {
    readonly formatValue: (value: number) => string;
    readonly formatX: (x: number) => string;
  };
}

function plotOptions(
  element: HTMLElement,
  {
    series,
    height,
    xLabels,
  }: { series: readonly ChartSeries[]; height: number; xLabels: readonly string[] | undefined },
  formats: Formats,
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
      x: { time: xLabels === undefined, ...(xLabels && { range: (_, min, max) => [min - 0.6, max + 0.6] }) },
      y: { range: (_, __, max) => [0, niceTop(max)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 70,
        ...(!xLabels && { values: timeFormats }),
        ...(xLabels && {
          space: 44,
          values: (_: uPlot, splits: number[]) => splits.map((at) => xLabels[at] ?? ''),
          incrs: [1, 2, 5, 10, 20],
        }),
      },
      {
        ...axis,
        size: 56,
        gap: 8,
        incrs: niceSteps,
        values: (_, splits) => splits.map((value) => formats.current.formatValue(value)),
      },
    ],
    series: [{}, ...series.map((one, index) => drawing(one, token(colourOf(series, index))))],
    plugins: [chartTooltip(formats)],
  };
}

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
    width: kind === 'bars' ? 0 : 1.75,
    points: { show: false },
    ...(kind === 'area' && { fill: `color-mix(in srgb, ${colour} 13%, transparent)` }),
    ...(kind === 'bars' && { fill: colour, ...(bars && { paths: bars }) }),
    ...(isDashed && { dash: [5, 4] }),
  };
}
