// A table of any number of rows, of which only those in sight are drawn, loaded while one scrolls. It scrolls by itself. Where its rows
// are those of a phone, the page scrolls instead: no box scrolls within a page there.
import { useVirtualizer, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from '../hooks/use-latest.ts';
import { useMedia } from '../hooks/use-media.ts';
import { Skeleton } from './states.tsx';
import { Cells, Head, LoadFailure, narrowWindows, type TableBase, trackStyle } from './table.tsx';

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
const narrowRowHeight = 62;
const rowsBeforeEnd = 20;

/** Keeps the first row in sight where it is, but never sticks to the end. A list at its top shows what comes there. */
const placeKept = { anchorTo: 'end', scrollEndThreshold: -1 } as const;

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const isNarrow = useMedia(narrowWindows);
  return isNarrow ? <TableInPage {...props} /> : <TableInBox {...props} />;
}

function TableInBox<Row>(props: VirtualTableProps<Row>) {
  const { caption, height = '70dvh', offset } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    ...optionsOf(props, rowHeight),
    getScrollElement: () => scroller.current,
    ...(props.keepsPlace && (scroller.current?.scrollTop ?? 0) > 0 && placeKept),
    initialOffset: () => offset?.current ?? 0,
  });
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
        <Rows {...props} virtualizer={virtualizer} start={0} />
      </section>
    </div>
  );
}

function TableInPage<Row>(props: VirtualTableProps<Row>) {
  const { offset } = props;
  const place = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState(0);
  // The parts above may come and go.
  useLayoutEffect(() => {
    const top = Math.round((place.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (top !== start) setStart(top);
  });
  const keeper = useLatest(offset);
  useEffect(() => {
    const kept = keeper.current?.current ?? 0;
    // After the page, which begins at its top.
    const frame = requestAnimationFrame(() => kept > 0 && window.scrollTo(0, kept));
    const keep = () => {
      if (keeper.current && place.current?.offsetParent) keeper.current.current = window.scrollY;
    };
    window.addEventListener('scroll', keep, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', keep);
    };
  }, [keeper]);
  const virtualizer = useWindowVirtualizer({
    ...optionsOf(props, narrowRowHeight),
    scrollMargin: start,
    ...(props.keepsPlace && window.scrollY > start && placeKept),
    initialOffset: () => offset?.current ?? 0,
  });
  return (
    <div ref={place} className="table-frame">
      <Rows {...props} virtualizer={virtualizer} start={start} />
    </div>
  );
}

const optionsOf = <Row,>({ rows, rowKey }: VirtualTableProps<Row>, height: number) => ({
  count: rows.length,
  estimateSize: () => height,
  getItemKey: (index: number) => {
    const row = rows[index];
    return row === undefined ? index : rowKey(row);
  },
  overscan: 12,
});

interface RowsProps<Row> extends VirtualTableProps<Row> {
  readonly virtualizer: {
    getVirtualItems(): VirtualItem[];
    getTotalSize(): number;
    readonly measureElement: (element: HTMLDivElement | null) => void;
  };
  /** The place of the first row in what scrolls. */
  readonly start: number;
}

function Rows<Row>({ virtualizer, start: first, ...props }: RowsProps<Row>) {
  const { caption, columns, rows, rowLink, detail, hasMore, isLoadingMore, error, onLoadMore } = props;
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  const isNearEnd = lastIndex >= rows.length - rowsBeforeEnd;
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore && error === undefined) onLoadMore();
  }, [isNearEnd, hasMore, isLoadingMore, error, onLoadMore]);
  const more = { ...(rowLink && { rowLink }), ...(detail && { detail }) };
  return (
    <>
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
                style={{ transform: `translateY(${start - first}px)` }}
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
    </>
  );
}
