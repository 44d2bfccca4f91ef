// Tables. Where there is little room, as on a phone, each row has two lines: the columns say where they stand in them.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Button } from './button.tsx';
import { FailureText } from './states.tsx';

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
  /** A table that is not wide goes without it, and so do rows of two lines. */
  readonly isWideOnly?: boolean;
  /**
   * The place in a row of two lines: the first line, both lines, the end of either, the end of both, or a box before both. By default
   * the first column is the first line, and the others share the second one. `none` is for what the row says without it.
   */
  readonly place?: 'first' | 'whole' | 'top' | 'bottom' | 'end' | 'box' | 'none';
  /** Such a row has the title beside the value. Figures of the second line have it always. */
  readonly isNamed?: boolean;
}

/** Windows in which rows have two lines: a phone's, and one whose navigation leaves little room. table.css looks at the room itself. */
export const narrowWindows = '(max-width: 720px), (min-width: 861px) and (max-width: 998px)';

function cellClass<Row>(column: Column<Row>, index: number): string {
  const { isNumeric, isWideOnly, place = index === 0 ? 'first' : 'line' } = column;
  const isNamed = column.isNamed || (isNumeric && place === 'line');
  return [
    `table-cell table-${place}`,
    isNumeric && 'table-numeric',
    isWideOnly && 'table-wide',
    isNamed && 'table-named',
  ]
    .filter(Boolean)
    .join(' ');
}

export interface TableBase<Row> {
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
export const trackStyle = <Row,>(columns: readonly Column<Row>[]) =>
  ({
    '--tracks': tracks(columns),
    '--tracks-narrow': tracks(columns.filter(({ isWideOnly }) => !isWideOnly)),
  }) as object;

export function Head<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: display: grid takes the roles away from table elements
    <div role="rowgroup" className="table-head">
      {/* biome-ignore lint/a11y/useFocusableInteractive: rows are no controls */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="row" className="table-row">
        {columns.map((column, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: cells are no controls
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={column.id} role="columnheader" className={cellClass(column, index)}>
            {column.head}
            {column.isTitleHidden ? <span className="visually-hidden">{column.title}</span> : column.title}
          </div>
        ))}
      </div>
    </div>
  );
}

export function Cells<Row>({
  columns,
  row,
  rowLink,
  detail,
}: Pick<TableBase<Row>, 'columns' | 'rowLink' | 'detail'> & { readonly row: Row }) {
  const cells = columns.map((column, index) => (
    // biome-ignore lint/a11y/useSemanticElements: display: grid takes the roles away from table elements
    <div key={column.id} role="cell" className={cellClass(column, index)}>
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
  /** The label of the button; `Load more` by default. */
  readonly label?: string;
}

/** The button below a list in pages. */
export const LoadMore = ({ hasMore, isLoading, onLoadMore, label = 'Load more' }: LoadMoreProps) =>
  hasMore ? (
    <div className="table-more">
      <Button onClick={onLoadMore} isBusy={isLoading}>
        {label}
      </Button>
    </div>
  ) : null;
