// The comparison of two documents: its changes as a list, and the laid out texts beside or above each other. A document that would
// be too much for a page in one column is shown by its list alone.
import { Suspense, useMemo, useState } from 'react';
import { Checkbox } from '../../components/checkbox.tsx';
import { Skeleton } from '../../components/states.tsx';
import { formatBytes, formatCount } from '../../components/value-texts.ts';
import { useMedia } from '../../hooks/use-media.ts';
import { type Changes, changesBetween } from '../../json/changes.ts';
import { utf8Bytes } from '../../json/check.ts';
import { formatJson } from '../../json/format.ts';
import { parseTree } from '../../json/tree.ts';
import { ChangeList, countOfChanges } from './change-list.tsx';
import { DiffView } from './editor-parts.ts';

export interface DocumentDiffProps {
  /** Exact texts; undefined for no metadata. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly beforeLabel: string;
  readonly afterLabel: string;
}

interface Comparison {
  readonly changes: Changes;
  readonly before: string;
  readonly after: string;
}

const compare = (before: string, after: string): Comparison => ({
  changes: changesBetween(parseTree(before), parseTree(after)),
  before: formatJson(before),
  after: formatJson(after),
});

/** One column draws every removed line at once, so they are bounded. */
const mostRemovedLines = 2_000;
const mostChangesInOneColumn = 500;

const linesOf = (text: string): number => text.split('\n').length;

export function DocumentDiff({ before, after, beforeLabel, afterLabel }: DocumentDiffProps) {
  const isSideBySide = useMedia('(min-width: 1180px)');
  const [isWhole, setWhole] = useState(false);
  const comparison = useMemo(() => compare(before ?? '{}', after ?? '{}'), [before, after]);
  const { count } = comparison.changes;
  const isTooLong =
    !isSideBySide &&
    (count > mostChangesInOneColumn ||
      linesOf(comparison.before) - linesOf(comparison.after) > mostRemovedLines);
  if (count === 0) return <NoChange before={before} after={after} />;
  return (
    <div className="stack">
      <div className="diff-options">
        <p className="numeric" role="status">
          <strong>{countOfChanges(count)}.</strong> <SizeChange before={before} after={after} />
        </p>
        {!isTooLong && <Checkbox label="Show unchanged lines" isChecked={isWhole} onChange={setWhole} />}
      </div>
      <ChangeList changes={comparison.changes} />
      {isTooLong ? (
        <p className="muted">
          There are too many changes for one column. A wider window shows them side by side.
        </p>
      ) : (
        <>
          <DiffKey before={beforeLabel} after={afterLabel} isSideBySide={isSideBySide} />
          <Suspense fallback={<Skeleton height={320} />}>
            <DiffView
              before={comparison.before}
              after={comparison.after}
              beforeLabel={beforeLabel}
              afterLabel={afterLabel}
              isSideBySide={isSideBySide}
              isWhole={isWhole}
            />
          </Suspense>
        </>
      )}
    </div>
  );
}

/** The names of both texts: above their columns, or beside their colours. */
function DiffKey({
  before,
  after,
  isSideBySide,
}: {
  readonly before: string;
  readonly after: string;
  readonly isSideBySide: boolean;
}) {
  return (
    <p className={isSideBySide ? 'diff-key diff-key-wide' : 'diff-key'}>
      <span className="diff-key-before">{before}</span>
      <span className="diff-key-after">{after}</span>
    </p>
  );
}

const bytesOf = (text: string | undefined): number => (text === undefined ? 0 : utf8Bytes(text));

function SizeChange({ before, after }: Pick<DocumentDiffProps, 'before' | 'after'>) {
  const [from, to] = [bytesOf(before), bytesOf(after)];
  return (
    <span className="muted" title={`${formatCount(from)} bytes → ${formatCount(to)} bytes`}>
      {formatBytes(from)} → {formatBytes(to)}
    </span>
  );
}

function NoChange({ before, after }: Pick<DocumentDiffProps, 'before' | 'after'>) {
  const text =
    before === after
      ? 'The two texts are the same.'
      : before === undefined
        ? 'An empty object is stored where nothing was.'
        : after === undefined
          ? 'The empty object goes.'
          : 'Only white space changes. Every value stays as it is written.';
  return <p role="status">{text}</p>;
}
