// The numbers of a chart as a table.
import type { ChartColumn } from './chart-tooltip.ts';

interface ChartTableProps {
  readonly title: string;
  /** The title of the first column. */
  readonly xTitle: string;
  readonly x: readonly number[];
  readonly columns: readonly ChartColumn[];
  readonly formatX: (x: number) => string;
  readonly formatValue: (value: number) => string;
}

export const ChartTable = ({ title, xTitle, x, columns, formatX, formatValue }: ChartTableProps) => (
  <table>
    <caption className="visually-hidden">{title}</caption>
    <thead>
      <tr>
        <th scope="col">{xTitle}</th>
        {columns.map(({ label }) => (
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
          {columns.map(({ label, values }) => {
            const value = values[index] ?? null;
            return <td key={label}>{value === null ? '–' : formatValue(value)}</td>;
          })}
        </tr>
      ))}
    </tbody>
  </table>
);
