// The list of what does not fit the schema of metadata, below the editor. It warns: the text can be saved all the same.
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { WarningIcon } from '../../components/icons.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { findByPointer, parsePointer } from '../../json/pointer.ts';
import { parseTree } from '../../json/tree.ts';
import type { Draft } from './metadata-draft.ts';
import type { SchemaProblemsOfDraft } from './use-schema-problems.ts';

/** Problems that are shown before somebody asks for all. */
const shownAtFirst = 4;

export function SchemaProblems({
  found: { findings, hasFailed },
  draft,
}: {
  readonly found: SchemaProblemsOfDraft;
  readonly draft: Draft;
}) {
  const [showsAll, setShowsAll] = useState(false);
  const problems = findings?.problems ?? [];
  const shown = showsAll ? problems : problems.slice(0, shownAtFirst);
  const hidden = problems.length - shown.length;
  const isQuiet = problems.length === 0 && !hasFailed;
  return (
    <div className={isQuiet ? 'visually-hidden' : 'editor-schema'}>
      <p role="status" className="editor-schema-summary">
        {!isQuiet && <WarningIcon />}
        <span>{summaryOf(problems.length, findings?.hasMore ?? false, hasFailed)}</span>
      </p>
      {shown.length > 0 && (
        <ul aria-label="Broken rules of the schema">
          {shown.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              <button type="button" className="editor-schema-place" onClick={() => show(draft, pointer)}>
                <code>{pointer === '' ? 'The object' : pointer}</code>
              </button>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button variant="ghost" size="small" onClick={() => setShowsAll(true)}>
          Show {formatCount(hidden)} more
        </Button>
      )}
    </div>
  );
}

function summaryOf(count: number, hasMore: boolean, hasFailed: boolean): string {
  if (hasFailed) return 'The text was not checked by the schema: the service gave no answer.';
  if (count === 0) return '';
  const amount = hasMore ? `More than ${formatCount(count)}` : formatCount(count);
  const places = count === 1 && !hasMore ? 'place does' : 'places do';
  return `${amount} ${places} not fit the schema. The text can be saved all the same.`;
}

/** Shows the value in the editor. */
function show(draft: Draft, pointer: string): void {
  if (draft.judge().check.fault) return;
  const text = draft.editor.current?.text() ?? '';
  const node = findByPointer(parseTree(text), parsePointer(pointer) ?? []);
  if (node) draft.editor.current?.select(node.start, node.end);
}
