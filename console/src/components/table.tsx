// Tables: rows of a page, and rows without end that are loaded while one scrolls. Where there is little room, as on a phone, each row is a card.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Button } from './button.tsx';
import { FailureText, Skeleton } from './states.tsx';

export interface Column<Row> {
  /** Names the column among the others. */
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligned at the end, with figures of one width. */
  readonly isNumeric?: boolean;
  /** A CSS width such as `120px` or `2fr`; `1fr` by default. */
  readonly width?: string;
  /** The title is for screen readers alone, for columns of buttons. */
  readonly isTitleHidden?: boolean;
  /** A control in the head, before the title, such as a box that chooses all rows. */
  readonly head?: ReactNode;
  /** A table that is not wide goes without it, and so do cards. */
  readonly isWideOnly?: boolean;
}

const cellClass = <Row,>({ isNumeric, isWideOnly }: Column<Row>): string =>
  ['table-cell', isNumeric && 'table-numeric', isWideOnly && 'table-wide'].filter(Boolean).join(' ');

interface TableBase<Row> {
  /** Describes the table to screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** The page of a row, below /console. The first column links to it, and a click anywhere in the row follows. */
  readonly rowLink?: (row: Row) => string;
  /** More about a row, below its cells and over all columns; undefined for a row that is not opened. */
  readonly detail?: (row: Row) => ReactNode | undefined;
}

export interface TableProps<Row> extends TableBase<Row> {
  /** Instead of rows, where there are none. */
  readonly empty?: ReactNode;
}

const tracks = <Row,>(columns: readonly Column<Row>[]): string =>
  columns.map(({ width = '1fr' }) => (width.endsWith('fr') ? `minmax(0, ${width})` : width)).join(' ');

/** The widths of the columns, for wide tables and for others. */
const trackStyle = <Row,>(columns: readonly Column<Row>[]) =>
  ({
    '--tracks': tracks(columns),
    '--tracks-narrow': tracks(columns.filter(({ isWideOnly }) => !isWideOnly)),
  }) as object;

function Head<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: display: grid takes the roles away from table elements
    <div role="rowgroup" className="table-head">
      {/* biome-ignore lint/a11y/useFocusableInteractive: rows are no controls */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="row" className="table-row">
        {columns.map((column) => (
          // biome-ignore lint/a11y/useFocusableInteractive: cells are no controls
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={column.id} role="columnheader" className={cellClass(column)}>
            {column.head}
            {column.isTitleHidden ? <span className="visually-hidden">{column.title}</span> : column.title}
          </div>
        ))}
      </div>
    </div>
  );
}

function Cells<Row>({
  columns,
  row,
  rowLink,
  detail,
}: Pick<TableBase<Row>, 'columns' | 'rowLink' | 'detail'> & { readonly row: Row }) {
  const cells = columns.map((column, index) => (
    // biome-ignore lint/a11y/useSemanticElements: display: grid takes the roles away from table elements
    <div key={column.id} role="cell" className={cellClass(column)}>
      {!column.isTitleHidden && (
        <span className="table-label" aria-hidden="true">
          {column.title}
        </span>
      )}
      <span className="table-value">
        {index === 0 && rowLink ? (
          <Link href={rowLink(row)} className="table-link">
            {column.cell(row)}
          </Link>
        ) : (
          column.cell(row)
        )}
      </span>
    </div>
  ));
  const more = detail?.(row);
  if (more === undefined) return cells;
  return (
    <>
      {cells}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="cell" aria-colspan={columns.length} className="table-detail">
        {more}
      </div>
    </>
  );
}

export function Table<Row>({ caption, columns, rows, rowKey, rowLink, detail, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return empty;
  const more = { ...(rowLink && { rowLink }), ...(detail && { detail }) };
  return (
    // biome-ignore lint/a11y/useSemanticElements: display: grid takes the roles away from table elements
    <div role="table" aria-label={caption} className="table" style={trackStyle(columns)}>
      <Head columns={columns} />
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className="table-body">
        {rows.map((row) => (
          // biome-ignore lint/a11y/useFocusableInteractive: rows are no controls
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={rowKey(row)} role="row" className={rowLink ? 'table-row table-row-link' : 'table-row'}>
            <Cells columns={columns} row={row} {...more} />
          </div>
        ))}
      </div>
    </div>
  );
}

export interface VirtualTableProps<Row> extends TableBase<Row> {
  /** There are more rows to load. */
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** The failure of the last attempt to load rows. It stops the loading until the reader asks for more. */
  readonly error?: unknown;
  /** Loads the next rows. It runs when the end of the rows comes near. */
  readonly onLoadMore: () => void;
  /** The height of the part that scrolls; 70 % of the window by default. */
  readonly height?: string;
  /** Rows that come and go by themselves move none of those in sight. */
  readonly keepsPlace?: boolean;
  /** Keeps how far it is scrolled, in pixels. The table begins at what it holds. */
  readonly offset?: { current: number };
}

const rowHeight = 44;
const cardHeight = 168;
/** Windows in which rows are cards: a phone's, and one whose navigation leaves little room. A guess, until the rows are measured. */
const cardWindows = '(max-width: 720px), (min-width: 861px) and (max-width: 998px)';
const rowsBeforeEnd = 20;

const placeKept = { anchorTo: 'end', scrollEndThreshold: -1 } as const;

/** A table of any number of rows, of which only those in sight are drawn. */
export function VirtualTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLink,
  detail,
  hasMore,
  isLoadingMore,
  error,
  onLoadMore,
  height = '70dvh',
  keepsPlace = false,
  offset,
}: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = globalThis.matchMedia(cardWindows).matches;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? cardHeight : rowHeight),
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
    overscan: 12,
    // Keeps the first row in sight where it is, but never sticks to the end. A list at its top shows what comes there.
    ...(keepsPlace && (scroller.current?.scrollTop ?? 0) > 0 && placeKept),
    initialOffset: () => offset?.current ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  const isNearEnd = lastIndex >= rows.length - rowsBeforeEnd;
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore && error === undefined) onLoadMore();
  }, [isNearEnd, hasMore, isLoadingMore, error, onLoadMore]);
  const more = { ...(rowLink && { rowLink }), ...(detail && { detail }) };
  return (
    <div className="table-frame">
      <section
        ref={scroller}
        className="table-scroller"
        style={{ maxHeight: height }}
        onScroll={
          offset &&
          ((event) => {
            // A page that is being left is hidden, and then scrolled to its top.
            if (event.currentTarget.clientHeight > 0) offset.current = event.currentTarget.scrollTop;
          })
        }
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys
        tabIndex={0}
        aria-label={caption}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: display: grid takes the roles away from table elements */}
        <div
          role="table"
          aria-label={caption}
          aria-rowcount={hasMore ? -1 : rows.length + 1}
          className="table"
          style={trackStyle(columns)}
        >
          <Head columns={columns} />
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          <div role="rowgroup" className="table-body" style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ index, key, start }) => {
              const row = rows[index];
              return row === undefined ? null : (
                // biome-ignore lint/a11y/useFocusableInteractive: rows are no controls
                // biome-ignore lint/a11y/useSemanticElements: as above
                <div
                  key={key}
                  role="row"
                  aria-rowindex={index + 2}
                  data-index={index}
                  ref={virtualizer.measureElement}
                  className={`table-row table-row-virtual${rowLink ? ' table-row-link' : ''}`}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Cells columns={columns} row={row} {...more} />
                </div>
              );
            })}
          </div>
        </div>
        {error !== undefined && <LoadFailure error={error} onRetry={onLoadMore} />}
        {isLoadingMore && (
          <div className="table-more">
            <Skeleton lines={2} />
          </div>
        )}
      </section>
    </div>
  );
}

/** The failure of a further page, below the rows of those before. */
export const LoadFailure = ({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}) => (
  <div className="table-more">
    <FailureText error={error} />
    <Button onClick={onRetry}>Try again</Button>
  </div>
);

export interface LoadMoreProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onLoadMore: () => void;
}

/** The button below a list in pages. */
export const LoadMore = ({ hasMore, isLoading, onLoadMore }: LoadMoreProps) =>
  hasMore ? (
    <div className="table-more">
      <Button onClick={onLoadMore} isBusy={isLoading}>
        Load more
      </Button>
    </div>
  ) : null;
