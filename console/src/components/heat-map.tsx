// A heat map: a table whose cells are coloured by their share, for retention. The number stands in each cell, so colour is never
// the only sign. Arrow keys lead from cell to cell, and the sentence of the cell in focus or under the pointer stands below.
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ChevronRightIcon } from './icons.tsx';

export interface HeatMapRow {
  readonly label: string;
  /** A number beside the label, such as the size of a cohort. */
  readonly note?: string;
  /** The row stands for the others. */
  readonly isSummary?: boolean;
  /** From 0 to 1; null where there is none. */
  readonly shares: readonly (number | null)[];
  /** Shown where a share is null, instead of the hatching for `noneText`. */
  readonly texts?: readonly (string | undefined)[];
  /** A sentence with the exact numbers of each cell. */
  readonly details?: readonly string[];
}

export interface HeatMapProps {
  readonly caption: string;
  /** The title of the first column, and of the notes. */
  readonly rowTitle: string;
  readonly noteTitle?: string;
  readonly columns: readonly string[];
  readonly rows: readonly HeatMapRow[];
  /** The share that gets the full colour; the highest by default. */
  readonly fullShare?: number;
  /** The meaning of a hatched cell. */
  readonly noneText?: string;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

const percent = new Intl.NumberFormat('en', {
  ...{ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
});

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

const within = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));

export function HeatMap(props: HeatMapProps) {
  const { caption, rowTitle, noteTitle, columns, rows, fullShare, noneText = 'not over yet' } = props;
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { goesOn, look } = useGoesOn(scroller);
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const [pointed, setPointed] = useState<Place>();
  const [hasFocus, setFocus] = useState(false);
  const highest =
    fullShare ?? Math.max(0.01, ...rows.flatMap(({ shares }) => shares.map((share) => share ?? 0)));
  const current = { row: within(place.row, rows.length), column: within(place.column, columns.length) };
  const told = pointed ?? (hasFocus ? current : undefined);
  const detail = told && rows[told.row]?.details?.[told.column];

  function move(event: KeyboardEvent) {
    const step = steps[event.key];
    if (!step || event.altKey || event.metaKey) return;
    event.preventDefault();
    const [down, right] = step;
    // Ctrl+Home and Ctrl+End lead to the corners.
    const rowStep = event.ctrlKey && !Number.isFinite(right) ? right : down;
    const next = {
      row: within(current.row + rowStep, rows.length),
      column: within(current.column + right, columns.length),
    };
    setPlace(next);
    setPointed(undefined);
    table.current?.querySelector<HTMLElement>(`[data-place="${next.row},${next.column}"]`)?.focus();
  }

  return (
    <div className="heat">
      <div className="heat-frame">
        <div ref={scroller} className="heat-scroll" onScroll={look}>
          <table
            ref={table}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with keys (ARIA practices)
            role="grid"
            aria-label={caption}
            onKeyDown={move}
            onFocus={() => setFocus(true)}
            onBlur={() => setFocus(false)}
            onMouseLeave={() => setPointed(undefined)}
          >
            <Head {...{ rowTitle, noteTitle, columns }} />
            <tbody>
              {rows.map((row, index) => (
                <tr key={row.label} className={row.isSummary ? 'heat-summary' : undefined}>
                  <th scope="row">{row.label}</th>
                  {noteTitle !== undefined && <td className="heat-note">{row.note}</td>}
                  {columns.map((column, columnIndex) => (
                    <Cell
                      key={column}
                      row={row}
                      at={{ row: index, column: columnIndex }}
                      isCurrent={current.row === index && current.column === columnIndex}
                      highest={highest}
                      noneText={noneText}
                      onPoint={setPointed}
                      onFocus={setPlace}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {goesOn && (
          // The arrow keys lead there as well.
          <button
            type="button"
            className="heat-more"
            tabIndex={-1}
            aria-hidden="true"
            title="Further columns"
            onClick={() =>
              scroller.current?.scrollBy({ left: scroller.current.clientWidth / 2, behavior: 'smooth' })
            }
          >
            <ChevronRightIcon />
          </button>
        )}
      </div>
      <p className="heat-detail" aria-hidden="true">
        {detail ?? (
          <>
            <span className="heat-key" />
            {noneText}
          </>
        )}
      </p>
    </div>
  );
}

/** Does the table go on behind the end of its frame? */
function useGoesOn(scroller: RefObject<HTMLElement | null>) {
  const [goesOn, setGoesOn] = useState(false);
  const look = useCallback(() => {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = scroller.current ?? {};
    setGoesOn(scrollLeft + clientWidth < scrollWidth - 1);
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [scroller, look]);
  return { goesOn, look };
}

const Head = ({
  rowTitle,
  noteTitle,
  columns,
}: Pick<HeatMapProps, 'rowTitle' | 'columns'> & { readonly noteTitle: string | undefined }) => (
  <thead>
    <tr>
      <th scope="col">{rowTitle}</th>
      {noteTitle !== undefined && (
        <th scope="col" className="heat-note">
          {noteTitle}
        </th>
      )}
      {columns.map((column) => (
        <th key={column} scope="col" className="heat-column">
          {column}
        </th>
      ))}
    </tr>
  </thead>
);

interface CellProps {
  readonly row: HeatMapRow;
  readonly at: Place;
  readonly isCurrent: boolean;
  readonly highest: number;
  readonly noneText: string;
  readonly onPoint: (place: Place) => void;
  readonly onFocus: (place: Place) => void;
}

function Cell({ row, at, isCurrent, highest, noneText, onPoint, onFocus }: CellProps) {
  const share = row.shares[at.column] ?? null;
  const text = row.texts?.[at.column];
  const detail = row.details?.[at.column];
  const isNone = share === null && text === undefined;
  const shown = isNone ? noneText : (text ?? percent.format(share ?? 0));
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a table with keys
      role="gridcell"
      data-place={`${at.row},${at.column}`}
      className={isNone ? 'heat-none' : 'heat-cell'}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={detail === undefined ? shown : `${shown}. ${detail}`}
      onFocus={() => onFocus(at)}
      onMouseEnter={() => onPoint(at)}
      style={
        { '--heat': share === null ? '0%' : `${Math.round(Math.min(1, share / highest) * 42)}%` } as object
      }
    >
      {isNone ? <span className="visually-hidden">{noneText}</span> : shown}
    </td>
  );
}
