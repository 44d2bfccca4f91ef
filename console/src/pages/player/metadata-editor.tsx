// Editing a player's metadata: the editor with its tools, then the comparison before it is saved, and the choice on a conflict. The
// editor stays while the others are shown, with its place and its steps of undo.
import { Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CloseIcon } from '../../components/icons.tsx';
import { Card, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import type { Cursor } from '../../editor/json-editor.tsx';
import { useUnsavedChanges } from '../../hooks/unsaved-changes.ts';
import { JsonEditor } from './editor-parts.ts';
import { EditorStatus } from './editor-status.tsx';
import { EditorTools } from './editor-tools.tsx';
import type { Metadata } from './metadata-api.ts';
import { MetadataConflict, type Resolution } from './metadata-conflict.tsx';
import { useDraft } from './metadata-draft.ts';
import { MetadataReview } from './metadata-review.tsx';
import { SchemaProblems } from './schema-problems.tsx';
import { useSchemaProblems } from './use-schema-problems.ts';

export interface MetadataEditorProps {
  readonly sequentialId: number;
  /** The state that the draft is compared with and replaces. */
  readonly base: Metadata;
  readonly maxBytes: number;
  readonly mayWrite: boolean;
  /** A newer state than the base is stored. */
  readonly isStale: boolean;
  /** Loads the newer state. */
  readonly onReload: () => void;
  /** Another state is the base now: that of a conflict. */
  readonly onBase: (base: Metadata) => void;
  /** The state was written. */
  readonly onStored: (base: Metadata) => void;
}

type Step =
  | { readonly name: 'edit' }
  | { readonly name: 'review'; readonly text: string }
  | { readonly name: 'conflict'; readonly mine: string; readonly theirs: Metadata };

const editStep: Step = { name: 'edit' };

export function MetadataEditor(props: MetadataEditorProps) {
  const { sequentialId, base, maxBytes, mayWrite, isStale, onReload, onBase, onStored } = props;
  const draft = useDraft(base, maxBytes);
  const [step, setStep] = useState(editStep);
  const [cursor, setCursor] = useState<Cursor>();
  const [notice, setNotice] = useState<string>();
  const isNew = !base.isStored;
  const verdictId = useId();
  const schema = useSchemaProblems(draft, mayWrite && step.name === 'edit');
  const problems = useMemo(
    () => [...draft.verdict.problems, ...schema.marks],
    [draft.verdict.problems, schema.marks],
  );
  // Another key may have signed in that may not write. The draft stays all the same.
  useUnsavedChanges(draft.isDirty);
  useFocusOnReturn(step.name === 'edit', draft.editor);

  function review() {
    if (!mayWrite) return;
    const { toSend, isChanged, problems } = draft.judge();
    const fault = problems.find(({ isWarning }) => !isWarning);
    if (toSend === undefined && fault) draft.editor.current?.select(fault.start, fault.end);
    else if (toSend !== undefined && (isChanged || isNew)) setStep({ name: 'review', text: toSend });
  }

  function stored(next: Metadata) {
    onStored(next);
    draft.load(next.text);
    setNotice(undefined);
    setStep(editStep);
    showToast(isNew ? 'Metadata added' : 'Metadata saved');
  }

  function resolve({ text, notice: told, isReady }: Resolution, theirs: Metadata) {
    if (!theirs.isStored && text === theirs.text) return onStored(theirs);
    onBase(theirs);
    draft.load(text);
    setNotice(told);
    setStep(isReady ? { name: 'review', text } : editStep);
  }

  return (
    <>
      {step.name === 'review' && (
        <MetadataReview
          sequentialId={sequentialId}
          base={base}
          text={step.text}
          onBack={() => setStep(editStep)}
          onSaved={stored}
          onConflict={(theirs) => setStep({ name: 'conflict', mine: step.text, theirs })}
        />
      )}
      {step.name === 'conflict' && (
        <MetadataConflict
          base={base}
          theirs={step.theirs}
          mine={step.mine}
          onResolve={(resolution) => resolve(resolution, step.theirs)}
        />
      )}
      <div hidden={step.name !== 'edit'}>
        <Card isFlush>
          <EditorTools
            draft={draft}
            sequentialId={sequentialId}
            base={base}
            mayWrite={mayWrite}
            verdictId={verdictId}
            onDiscard={() => {
              draft.load(base.text);
              setNotice(undefined);
            }}
            onReview={review}
            onDeleted={(next) => onStored(next)}
          />
          {notice !== undefined && <Notice text={notice} onClose={() => setNotice(undefined)} />}
          {isStale && <StaleNotice isDirty={draft.isDirty} onReload={onReload} />}
          <Suspense
            fallback={
              <div className="editor-loading">
                <Skeleton lines={9} />
              </div>
            }
          >
            <JsonEditor
              ref={draft.editor}
              initialText={draft.initialText}
              label="Metadata"
              isReadOnly={!mayWrite}
              problems={problems}
              onChange={draft.onChange}
              onCursor={setCursor}
              onSave={review}
            />
          </Suspense>
          <SchemaProblems found={schema} draft={draft} />
          <EditorStatus
            verdictId={verdictId}
            draft={draft}
            cursor={cursor}
            maxBytes={maxBytes}
            mayWrite={mayWrite}
            isNew={isNew}
          />
        </Card>
      </div>
    </>
  );
}

const Notice = ({ text, onClose }: { readonly text: string; readonly onClose: () => void }) => (
  <div className="editor-notice" role="status">
    <span>{text}</span>
    <Button variant="ghost" size="small" icon={<CloseIcon />} aria-label="Dismiss" onClick={onClose} />
  </div>
);

/** Tells that somebody has saved since the text was loaded. A draft is kept: its save shows the newer state beside it. */
const StaleNotice = ({ isDirty, onReload }: { readonly isDirty: boolean; readonly onReload: () => void }) => (
  <div className="editor-notice" role="status">
    <span>
      A newer state was saved since you opened this one.
      {isDirty && ' When you save, you see both and choose.'}
    </span>
    {!isDirty && (
      <Button size="small" onClick={onReload}>
        Show the newer state
      </Button>
    )}
  </div>
);

/** Gives the focus back to the editor after another step. */
function useFocusOnReturn(isEditing: boolean, editor: { readonly current: { focus(): void } | null }): void {
  const wasEditing = useRef(true);
  useEffect(() => {
    if (isEditing && !wasEditing.current) editor.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, editor]);
}
