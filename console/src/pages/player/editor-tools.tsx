// The row above the editor: layout, the way to a pointer, a menu of rarer tools, and the buttons that end an edit.
import { type FormEvent, useMemo, useState } from 'react';
import { ApiFailure } from '../../api/failure.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { MoreIcon } from '../../components/icons.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { showToast } from '../../components/toast.tsx';
import { findByPointer, parsePointer } from '../../json/pointer.ts';
import { parseTree } from '../../json/tree.ts';
import { EditorHelp } from './editor-help.tsx';
import { currentOf, deleteMetadata, loadMetadata, type Metadata } from './metadata-api.ts';
import type { Draft, Layout } from './metadata-draft.ts';

export interface EditorToolsProps {
  readonly draft: Draft;
  readonly sequentialId: number;
  readonly base: Metadata;
  readonly mayWrite: boolean;
  /** The id of the text that says why the draft cannot be saved. */
  readonly verdictId: string;
  readonly onDiscard: () => void;
  readonly onReview: () => void;
  readonly onDeleted: (base: Metadata) => void;
}

export function EditorTools(props: EditorToolsProps) {
  const { draft, base, mayWrite, verdictId, onDiscard, onReview } = props;
  const [dialog, setDialog] = useState<'help' | 'delete' | 'discard'>();
  const close = () => setDialog(undefined);
  const maySave = draft.isDirty || !base.isStored;
  const isRefused = draft.verdict.refusal !== undefined;
  const items: readonly MenuItem[] = [
    { label: 'Find', onSelect: () => draft.editor.current?.find() },
    { label: 'Fold all', onSelect: () => draft.editor.current?.foldAll() },
    { label: 'Unfold all', onSelect: () => draft.editor.current?.unfoldAll() },
    { label: 'Copy all', onSelect: () => void copyAll(draft) },
    { label: 'Keyboard help', onSelect: () => setDialog('help') },
    ...(mayWrite && base.isStored
      ? [{ label: 'Delete metadata…', onSelect: () => setDialog('delete'), isDangerous: true }]
      : []),
  ];
  return (
    <div className="editor-tools">
      <LayoutSwitch draft={draft} />
      <PointerField draft={draft} />
      <div className="editor-actions">
        <Menu trigger={<Button variant="ghost" icon={<MoreIcon />} aria-label="More" />} items={items} />
        {draft.isDirty && (
          <Button variant="ghost" onClick={() => setDialog('discard')}>
            Discard
          </Button>
        )}
        {mayWrite && (
          // With a fault in the text it leads to the fault.
          <Button
            variant={isRefused ? 'secondary' : 'primary'}
            aria-describedby={isRefused ? verdictId : undefined}
            disabled={!maySave}
            onClick={onReview}
          >
            Review and save
          </Button>
        )}
      </div>
      <EditorHelp isOpen={dialog === 'help'} onClose={close} />
      <ConfirmDialog
        isOpen={dialog === 'discard'}
        onClose={close}
        title="Discard your changes?"
        confirmLabel="Discard changes"
        isDangerous
        onConfirm={async () => onDiscard()}
      >
        The editor goes back to the metadata as it is stored.
      </ConfirmDialog>
      <DeleteDialog {...props} isOpen={dialog === 'delete'} onClose={close} />
    </div>
  );
}

const layouts: readonly { readonly value: Layout; readonly label: string; readonly title: string }[] = [
  { value: 'formatted', label: 'Formatted', title: 'Laid out for reading. Only white space differs.' },
  { value: 'stored', label: 'Exact text', title: 'Every character as it is stored, white space too.' },
];

function LayoutSwitch({ draft }: { readonly draft: Draft }) {
  const hasFault = draft.verdict.toSend === undefined;
  const options = layouts.map((option) =>
    hasFault
      ? {
          ...option,
          title: 'Correct the fault in the text first.',
          isDisabled: draft.layout !== option.value,
        }
      : option,
  );
  return (
    <Segmented label="Layout of the text" options={options} value={draft.layout} onChange={draft.setLayout} />
  );
}

function PointerField({ draft }: { readonly draft: Draft }) {
  const [pointer, setPointer] = useState('');
  const [error, setError] = useState<string>();
  function go(event: FormEvent) {
    event.preventDefault();
    const problem = goTo(draft, pointer.trim());
    setError(problem);
  }
  return (
    <form className="pointer-form" onSubmit={go}>
      <TextField
        label="Go to a JSON Pointer"
        isLabelHidden
        isMono
        placeholder="Go to /path/to/value"
        value={pointer}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onChange={(value) => {
          setPointer(value);
          setError(undefined);
        }}
      />
    </form>
  );
}

/** Shows the value in the editor. @returns the reason why it cannot, as a sentence */
function goTo(draft: Draft, pointer: string): string | undefined {
  const text = draft.editor.current?.text() ?? '';
  const path = parsePointer(pointer);
  if (!path) return 'A pointer begins with /, such as /items/0/name.';
  if (draft.judge().check.fault) return 'Correct the fault in the text first.';
  const node = findByPointer(parseTree(text), path);
  if (!node) return 'There is no value at this pointer.';
  draft.editor.current?.select(node.start, node.end);
  return undefined;
}

async function copyAll(draft: Draft): Promise<void> {
  try {
    await navigator.clipboard.writeText(draft.editor.current?.text() ?? '');
    showToast('Copied');
  } catch {
    showToast('The browser did not allow copying', { tone: 'danger' });
  }
}

function DeleteDialog({
  isOpen,
  onClose,
  sequentialId,
  base,
  onDeleted,
}: EditorToolsProps & { readonly isOpen: boolean; readonly onClose: () => void }) {
  // One key for this state and this dialog: a repetition deletes nothing else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state or another opening is another write
  const idempotencyKey = useMemo(newIdempotencyKey, [base.etag, isOpen]);
  async function remove() {
    try {
      await deleteMetadata({ sequentialId, base, idempotencyKey });
    } catch (error) {
      if ((await currentOf(error, sequentialId)) === undefined) throw error;
      const detail = 'reload the page and look at it first';
      throw new ApiFailure(412, 'The metadata has changed since you opened it', { detail });
    }
    onDeleted(await loadMetadata(sequentialId));
    showToast('Metadata deleted', { description: 'The history keeps the deleted object.' });
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete the metadata?"
      confirmLabel="Delete metadata"
      isDangerous
      onConfirm={remove}
    >
      The player stays, with an empty object. The deleted one is kept in the history, from where it can be
      restored.
    </ConfirmDialog>
  );
}
