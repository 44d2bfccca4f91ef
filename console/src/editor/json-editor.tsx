// The editor of a JSON document as text, by CodeMirror. It never changes a character by itself. The text stays within it: React
// hears of a change and asks for the text when it needs it.
import { history, historyKeymap } from '@codemirror/commands';
import { foldAll, unfoldAll } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { openSearchPanel } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type Latest, useLatest } from '../hooks/use-latest.ts';
import { pointerAt } from './cursor-pointer.ts';
import { documentExtensions, shadowRootOf } from './document-extensions.ts';

export interface EditorHandle {
  readonly text: () => string;
  /** Replaces the document. The steps of undo go, since they belong to another text. */
  readonly load: (text: string) => void;
  /** Selects a range, unfolds it and shows it in the middle. */
  readonly select: (start: number, end: number) => void;
  readonly focus: () => void;
  readonly foldAll: () => void;
  readonly unfoldAll: () => void;
  readonly find: () => void;
}

export interface EditorProblem {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly isWarning: boolean;
}

export interface Cursor {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  /** The JSON Pointer of the value at the cursor; undefined where it is not known yet. */
  readonly pointer: string | undefined;
}

export interface JsonEditorProps {
  /** The document at first. Later ones come by `load`. */
  readonly initialText: string;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly problems: readonly EditorProblem[];
  readonly onChange: () => void;
  readonly onCursor: (cursor: Cursor) => void;
  /** Ctrl+S, or ⌘S. */
  readonly onSave: () => void;
  readonly ref: Ref<EditorHandle>;
}

const cursorPause = 120;

export function JsonEditor(props: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useLatest(props);

  useEffect(() => {
    if (!host.current) return;
    const root = shadowRootOf(host.current);
    const { initialText } = latest.current;
    const state = EditorState.create({ doc: initialText, extensions: editing(latest) });
    const editor = new EditorView({ state, root, parent: root });
    view.current = editor;
    return () => editor.destroy();
  }, [latest]);

  useImperativeHandle(props.ref, () => handleOf(view, latest), [latest]);

  const { problems } = props;
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const length = editor.state.doc.length;
    const diagnostics = problems.map(({ start, end, message, isWarning }): Diagnostic => {
      const severity = isWarning ? 'warning' : 'error';
      return { from: Math.min(start, length), to: Math.min(end, length), message, severity };
    });
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [problems]);

  return <div ref={host} className="editor-host" />;
}

function editing(latest: Latest<JsonEditorProps>): Extension {
  const { label, isReadOnly } = latest.current;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return [
    documentExtensions(label),
    EditorState.readOnly.of(isReadOnly),
    history(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    lintGutter(),
    keymap.of([
      {
        key: 'Mod-s',
        preventDefault: true,
        run: () => {
          latest.current.onSave();
          return true;
        },
      },
      ...historyKeymap,
    ]),
    EditorView.domEventHandlers({ beforeinput: typeOverSelection }),
    EditorView.updateListener.of(({ docChanged, selectionSet, view }) => {
      if (docChanged) latest.current.onChange();
      if (!docChanged && !selectionSet) return;
      clearTimeout(timer);
      timer = setTimeout(() => latest.current.onCursor(cursorOf(view.state)), cursorPause);
    }),
  ];
}

/**
 * Types over a selection. The browser would keep the style of the text that goes, by a style attribute, which the content security
 * policy refuses.
 */
function typeOverSelection({ inputType, data }: InputEvent, view: EditorView): boolean {
  const { state } = view;
  if (inputType !== 'insertText' || data === null || state.readOnly || view.composing) return false;
  if (state.selection.main.empty) return false;
  view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}

function cursorOf(state: EditorState): Cursor {
  const at = state.selection.main.head;
  const { number, from } = state.doc.lineAt(at);
  return { line: number, column: at - from + 1, pointer: pointerAt(state, at) };
}

function handleOf(
  view: { readonly current: EditorView | undefined },
  latest: Latest<JsonEditorProps>,
): EditorHandle {
  const withView = (run: (editor: EditorView) => void) => () => {
    if (view.current) run(view.current);
  };
  return {
    text: () => view.current?.state.sliceDoc() ?? latest.current.initialText,
    load: (doc) => {
      view.current?.setState(EditorState.create({ doc, extensions: editing(latest) }));
      view.current?.dispatch({ effects: EditorView.scrollIntoView(0) });
    },
    select: (start, end) => {
      const editor = view.current;
      if (!editor) return;
      const length = editor.state.doc.length;
      const selection = { anchor: Math.min(end, length), head: Math.min(start, length) };
      const effects = EditorView.scrollIntoView(selection.head, { y: 'center' });
      editor.dispatch({ selection, effects });
      editor.focus();
    },
    focus: withView((editor) => editor.focus()),
    foldAll: withView(foldAll),
    unfoldAll: withView(unfoldAll),
    find: withView(openSearchPanel),
  };
}
