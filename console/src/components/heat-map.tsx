// A heat map: a table whose cells are coloured by their share, for retention. The number stands in each cell, so colour is never
// the only sign.

export interface HeatMapProps {
  readonly caption: string;
  /** The title of the first column, and of the columns of numbers. */
  readonly rowTitle: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly label: string;
    /** A number beside the label, such as the size of a cohort. */
    readonly note?: string;
    /** From 0 to 1; null where there is none. */
    readonly shares: readonly (number | null)[];
  }[];
  /** The share that gets the full colour; the highest by default. */
  readonly fullShare?: number;
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

export function HeatMap({ caption, rowTitle, columns, rows, fullShare }: HeatMapProps) {
  const highest =
    fullShare ?? Math.max(0.01, ...rows.flatMap(({ shares }) => shares.map((share) => share ?? 0)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys
    <section className="heat" tabIndex={0} aria-label={caption}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{rowTitle}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="heat-column">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, note, shares }) => (
            <tr key={label}>
              <th scope="row">
                {label}
                {note !== undefined && <span className="heat-note">{note}</span>}
              </th>
              {columns.map((column, index) => {
                const share = shares[index] ?? null;
                return share === null ? (
                  <td key={column} className="heat-none">
                    <span className="visually-hidden">not over yet</span>
                  </td>
                ) : (
                  <td
                    key={column}
                    className="heat-cell"
                    style={{ '--heat': `${Math.round(Math.min(1, share / highest) * 42)}%` } as object}
                  >
                    {percent.format(share)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
