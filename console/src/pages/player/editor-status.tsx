// The row below the editor: whether the text may be saved, the place of the cursor, and how much of the bounds the text takes.
import { signInAgain } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { CheckIcon, WarningIcon } from '../../components/icons.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { CopyButton } from '../../components/values.tsx';
import type { Cursor } from '../../editor/json-editor.tsx';
import { maxDepth } from '../../json/check.ts';
import type { Draft } from './metadata-draft.ts';

export interface EditorStatusProps {
  /** Names the verdict for the controls that it is about. */
  readonly verdictId: string;
  readonly draft: Draft;
  readonly cursor: Cursor | undefined;
  readonly maxBytes: number;
  readonly mayWrite: boolean;
  /** Nothing is stored yet. */
  readonly isNew: boolean;
}

export function EditorStatus({ verdictId, draft, cursor, maxBytes, mayWrite, isNew }: EditorStatusProps) {
  const { bytes, check } = draft.verdict;
  const pointer = cursor?.pointer;
  return (
    <div className="editor-status numeric">
      <div id={verdictId} className="editor-verdict" aria-live="polite">
        <VerdictText draft={draft} mayWrite={mayWrite} isNew={isNew} />
      </div>
      {cursor && (
        <div className="editor-place">
          <span>
            Line {formatCount(cursor.line)}, column {formatCount(cursor.column)}
          </span>
          {pointer !== undefined && pointer !== '' && (
            <>
              <code className="editor-pointer" title={pointer}>
                <bdi dir="ltr">{pointer}</bdi>
              </code>
              <CopyButton text={pointer} name="JSON Pointer" />
            </>
          )}
        </div>
      )}
      <div className="editor-bounds">
        <span className={check.depth > maxDepth ? 'over-bound' : ''}>
          Depth {formatCount(check.depth)} of {formatCount(maxDepth)}
        </span>
        <span className={bytes !== undefined && bytes > maxBytes ? 'over-bound' : ''}>
          {bytes === undefined ? '–' : formatCount(bytes)} of {formatCount(maxBytes)} bytes
        </span>
      </div>
    </div>
  );
}

function VerdictText({ draft, mayWrite, isNew }: Pick<EditorStatusProps, 'draft' | 'mayWrite' | 'isNew'>) {
  const { refusal, problems, isChanged } = draft.verdict;
  const [first] = problems;
  if (refusal !== undefined) {
    const fault = problems.find(({ isWarning }) => !isWarning);
    return (
      <Verdict kind="danger" start={fault?.start} end={fault?.end} draft={draft}>
        {refusal}
      </Verdict>
    );
  }
  if (first) {
    const more = problems.length > 1 ? ` And ${formatCount(problems.length - 1)} more.` : '';
    return (
      <Verdict kind="warning" start={first.start} end={first.end} draft={draft}>
        {first.message}
        {more}
      </Verdict>
    );
  }
  if (!mayWrite) return <ReadOnly isDirty={draft.isDirty} />;
  return (
    <span className="verdict-good">
      <CheckIcon />
      {isChanged || isNew ? 'Valid, not saved yet' : 'No changes'}
    </span>
  );
}

/** A draft is there if another key has signed in since. */
const ReadOnly = ({ isDirty }: { readonly isDirty: boolean }) =>
  isDirty ? (
    <span className="verdict-warning">
      <WarningIcon />
      <span>Not saved: your key may not change metadata.</span>
      <Button variant="ghost" size="small" onClick={signInAgain}>
        Sign in with another key
      </Button>
    </span>
  ) : (
    <span>Your key may read metadata, not change it.</span>
  );

interface VerdictProps {
  readonly kind: 'danger' | 'warning';
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly draft: Draft;
  readonly children: React.ReactNode;
}

function Verdict({ kind, start, end, draft, children }: VerdictProps) {
  return (
    <span className={`verdict-${kind}`}>
      <WarningIcon />
      <span>{children}</span>
      {start !== undefined && (
        <Button
          variant="ghost"
          size="small"
          onClick={() => draft.editor.current?.select(start, end ?? start)}
        >
          Show
        </Button>
      )}
    </span>
  );
}
