// The choice after somebody else has saved meanwhile: the three versions, what both changed, and three ways on. Nothing is saved
// here; the chosen text is compared with theirs once more before it is.
import { Suspense, useMemo } from 'react';
import { Button } from '../../components/button.tsx';
import { Badge, Skeleton } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { formatBytes, formatCount } from '../../components/value-texts.ts';
import { useMedia } from '../../hooks/use-media.ts';
import { utf8Bytes } from '../../json/check.ts';
import { formatJson } from '../../json/format.ts';
import { type Conflict, type Merge, mergeDocuments } from '../../json/merge.ts';
import { parseTree } from '../../json/tree.ts';
import { DiffView } from './editor-parts.ts';
import type { Metadata } from './metadata-api.ts';
import { StepPanel } from './step-panel.tsx';

export interface Resolution {
  /** The exact text that the draft goes on with. */
  readonly text: string;
  /** A sentence for the editor. */
  readonly notice?: string;
  /** It needs no more editing: the next step is the comparison. */
  readonly isReady: boolean;
}

export interface MetadataConflictProps {
  readonly base: Metadata;
  readonly theirs: Metadata;
  readonly mine: string;
  readonly onResolve: (resolution: Resolution) => void;
}

export function MetadataConflict({ base, theirs, mine, onResolve }: MetadataConflictProps) {
  const merge = useMemo(
    () =>
      mergeDocuments({ base: parseTree(base.text), theirs: parseTree(theirs.text), mine: parseTree(mine) }),
    [base.text, theirs.text, mine],
  );
  const { conflicts } = merge;
  return (
    <StepPanel
      title={
        theirs.isStored
          ? 'Somebody else has saved meanwhile'
          : 'Somebody else has deleted the metadata meanwhile'
      }
      actions={
        <>
          <Button onClick={() => onResolve({ text: theirs.text, isReady: false })}>Take theirs</Button>
          <Button onClick={() => onResolve({ text: mine, isReady: true })}>Keep only mine</Button>
          <Button
            variant="primary"
            onClick={() => onResolve({ text: merge.text, notice: noticeOf(merge), isReady: false })}
          >
            Edit the merged text
          </Button>
        </>
      }
    >
      <p>
        Your changes are not saved, and nothing is lost. {summaryOf(merge)} Whichever you choose, you see the
        difference to the stored text before it is saved.
      </p>
      {conflicts.length > 0 && <ConflictTable conflicts={conflicts} />}
      <Versions base={base.text} theirs={theirs.text} mine={mine} />
    </StepPanel>
  );
}

function summaryOf({ conflicts, fromMine, fromTheirs }: Merge): string {
  const counts = `You changed ${fields(fromMine.length + conflicts.length)}, they changed ${fields(fromTheirs.length + conflicts.length)}.`;
  return conflicts.length === 0
    ? `${counts} No field was changed by both, so the merged text has all changes.`
    : `${counts} ${fieldsWere(conflicts.length)} changed by both; the merged text uses your ${conflicts.length === 1 ? 'value' : 'values'}.`;
}

const fields = (count: number): string => (count === 1 ? '1 field' : `${formatCount(count)} fields`);

const fieldsWere = (count: number): string => `${fields(count)} ${count === 1 ? 'was' : 'were'}`;

function noticeOf({ conflicts }: Merge): string {
  const [first] = conflicts;
  if (!first) return 'This is the merged text, with their changes and yours. Review and save it.';
  const names = conflicts.slice(0, 3).map(({ pointer }) => pointer || 'the whole document');
  const more = conflicts.length > 3 ? ` and ${formatCount(conflicts.length - 3)} more` : '';
  return `This is the merged text. Both changed ${names.join(', ')}${more}: it has your values there. Check them.`;
}

const shownConflicts = 50;

const ConflictTable = ({ conflicts }: { readonly conflicts: readonly Conflict[] }) => (
  <div className="conflicts">
    <table>
      <caption className="visually-hidden">Fields that both changed</caption>
      <thead>
        <tr>
          <th scope="col">Changed by both</th>
          <th scope="col">Before</th>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {conflicts.slice(0, shownConflicts).map(({ pointer, base, theirs, mine }) => (
          <tr key={pointer}>
            <th scope="row">
              <code dir="ltr">{pointer || 'The whole document'}</code>
            </th>
            <Value label="Before" source={base} />
            <Value label="Theirs" source={theirs} />
            <Value label="Yours" source={mine} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const longest = 200;

const Value = ({ label, source }: { readonly label: string; readonly source: string | undefined }) => (
  <td data-label={label}>
    {source === undefined ? (
      <span className="muted">Absent</span>
    ) : (
      <bdi className="mono" title={source.slice(0, 2_000)}>
        {source.length > longest ? `${source.slice(0, longest)}…` : source}
      </bdi>
    )}
  </td>
);

/** The three texts. Both later ones are compared with the base. */
function Versions({
  base,
  theirs,
  mine,
}: {
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
}) {
  const isWide = useMedia('(min-width: 1180px)');
  const parts = useMemo(() => {
    const from = formatJson(base);
    return [
      { id: 'base', title: 'Before', note: 'As you opened it', text: base, before: from },
      { id: 'theirs', title: 'Theirs', note: 'Stored now', text: theirs, before: from },
      { id: 'mine', title: 'Yours', note: 'Not saved', text: mine, before: from },
    ].map((part) => ({ ...part, after: formatJson(part.text), bytes: utf8Bytes(part.text) }));
  }, [base, theirs, mine]);
  const contents = parts.map(({ id, title, note, before, after, bytes }) => ({
    ...{ id, title },
    content: (
      <div className="version" key={id}>
        <h3 className="version-head">
          {isWide && title} <Badge>{note}</Badge>
          <span className="muted numeric" title={`${formatCount(bytes)} bytes`}>
            {formatBytes(bytes)}
          </span>
        </h3>
        <Suspense fallback={<Skeleton height={320} />}>
          <DiffView
            before={before}
            after={after}
            beforeLabel="Before"
            afterLabel={title}
            isSideBySide={false}
            isWhole={id === 'base'}
          />
        </Suspense>
      </div>
    ),
  }));
  if (isWide) return <div className="versions">{contents.map(({ content }) => content)}</div>;
  return <Tabs label="Versions" tabs={contents} initial="mine" />;
}
