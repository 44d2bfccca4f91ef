// The look of the editor and of diffs, by the tokens of the design. The rules live in a style sheet that the shadow root adopts:
// the content security policy forbids style elements.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--info)' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: tags.number, color: 'var(--warning)' },
  { tag: [tags.bool, tags.null], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: 'var(--text-muted)' },
]);

const focusRing = { outline: 'none', boxShadow: '0 0 0 2px var(--accent)' };

const control = {
  minHeight: '28px',
  border: '1px solid var(--line-strong)',
  borderRadius: 'var(--radius-1)',
  background: 'var(--surface)',
  color: 'var(--text)',
  font: 'inherit',
};

const layout = EditorView.theme({
  '&': {
    height: '100%',
    background: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--text-sm)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    background: 'var(--surface)',
    color: 'var(--text-faint)',
    border: 'none',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 14px' },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', padding: '0 4px' },
  '.cm-activeLine, .cm-activeLineGutter': {
    background: 'color-mix(in srgb, var(--surface-hover) 55%, transparent)',
  },
  '.cm-activeLineGutter': { color: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': {
    background: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--danger-soft)' },
  '.cm-foldPlaceholder': {
    margin: '0 4px',
    padding: '0 6px',
    border: '1px solid var(--line)',
    background: 'var(--surface-sunken)',
    color: 'var(--text-muted)',
  },
  '.cm-isolated': { unicodeBidi: 'isolate' },
  '.cm-specialChar': { color: 'var(--danger)' },
  '.cm-searchMatch': { background: 'var(--warning-soft)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': { background: 'color-mix(in srgb, var(--warning) 40%, transparent)' },
  '.cm-selectionMatch': { background: 'color-mix(in srgb, var(--accent) 14%, transparent)' },
  '.cm-tooltip': {
    maxWidth: '420px',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-2)',
    background: 'var(--surface-raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-2)',
    fontFamily: 'var(--font)',
  },
  '.cm-diagnostic': { padding: '6px 10px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-lintRange-error, .cm-lintRange-warning': { backgroundImage: 'none' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--danger)' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--warning)' },
});

const panels = EditorView.theme({
  '.cm-panels': { background: 'var(--surface-sunken)', color: 'var(--text)', fontFamily: 'var(--font)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '8px 36px 8px 12px',
  },
  // Replacing has a row of its own.
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search:after': { content: '""', flexBasis: '100%', order: '1' },
  '.cm-panel.cm-search [name=replace], .cm-panel.cm-search [name=replaceAll]': { order: '2' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '28px',
    fontSize: 'var(--text-sm)',
  },
  '.cm-panel.cm-search input[type=checkbox]': { width: '16px', height: '16px', margin: '0' },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '8px',
    width: '28px',
    height: '28px',
    color: 'var(--text-muted)',
    fontSize: '20px',
    cursor: 'pointer',
  },
  '.cm-panel.cm-search input:focus-visible, .cm-panel.cm-search button:focus-visible': focusRing,
  '.cm-textfield': {
    ...control,
    margin: '0',
    width: '150px',
    padding: '2px 8px',
    fontSize: 'var(--text-sm)',
  },
  '.cm-button': { ...control, margin: '0', padding: '0 10px', fontSize: 'var(--text-sm)', cursor: 'pointer' },
  '.cm-button:hover': { background: 'var(--surface-hover)' },
});

const diffs = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { background: 'var(--danger-soft)' },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { background: 'var(--success-soft)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'color-mix(in srgb, var(--danger) 10%, transparent)',
  },
  '&.cm-merge-b .cm-changedText': { background: 'color-mix(in srgb, var(--success) 13%, transparent)' },
  '.cm-deletedChunk': { padding: '0 12px 0 6px' },
  '.cm-changeGutter': { width: '3px', paddingLeft: '0' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--danger)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--success)' },
  '.cm-collapsedLines': {
    padding: '6px 12px',
    background: 'var(--surface-sunken)',
    color: 'var(--text-muted)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--text-xs)',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"···"' },
  '.cm-mergeSpacer': { background: 'var(--surface-sunken)' },
});

export const theme: Extension = [layout, panels, diffs, syntaxHighlighting(colours)];
