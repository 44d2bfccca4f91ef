// The changes between two documents by their members, as a list. It tells the same as the diff beside it, in words.
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Badge, type Tone } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import type { Change, Changes } from '../../json/changes.ts';

const few = 6;

const kinds: Readonly<Record<Change['kind'], { readonly text: string; readonly tone: Tone }>> = {
  added: { text: 'Added', tone: 'success' },
  removed: { text: 'Removed', tone: 'danger' },
  changed: { text: 'Changed', tone: 'info' },
};

export function ChangeList({ changes: { list, count } }: { readonly changes: Changes }) {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? list : list.slice(0, few);
  return (
    <div className="changes">
      <ul className="changes-list" aria-label="Changed fields">
        {rows.map((change) => (
          <ChangeRow key={change.pointer} change={change} />
        ))}
      </ul>
      {list.length > few && (
        <Button variant="ghost" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${formatCount(list.length)} changes`}
        </Button>
      )}
      {isWhole && count > list.length && (
        <p className="muted">
          {formatCount(count - list.length)} more changes are not listed. The comparison below has them.
        </p>
      )}
    </div>
  );
}

function ChangeRow({ change: { pointer, kind, before, after } }: { readonly change: Change }) {
  const { text, tone } = kinds[kind];
  return (
    <li className="change">
      <span>
        <Badge tone={tone}>{text}</Badge>
      </span>
      <code className="change-pointer" dir="ltr">
        {pointer === '' ? 'The whole document' : pointer}
      </code>
      <span className="change-values">
        {before !== undefined && (
          <del className="change-before" title={before}>
            <bdi className="mono">{before}</bdi>
          </del>
        )}
        {before !== undefined && after !== undefined && <span aria-hidden="true">→</span>}
        {after !== undefined && (
          <ins className="change-after" title={after}>
            <bdi className="mono">{after}</bdi>
          </ins>
        )}
      </span>
    </li>
  );
}

/** `3 fields change`, `1 field changes`. */
export const countOfChanges = (count: number): string =>
  count === 1 ? '1 field changes' : `${formatCount(count)} fields change`;
