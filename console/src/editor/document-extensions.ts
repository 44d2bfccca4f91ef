// The extensions that every document has, edited or not: lines, folding, search and the look. Tab is left to the browser, so that
// the focus goes on from an editor as from any field.
import { defaultKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { isolatedStrings } from './isolated-strings.ts';
import { theme } from './theme.ts';

const phrases = EditorState.phrases.of({
  ...{ next: 'Next', previous: 'Previous', all: 'Select all', 'match case': 'Match case' },
  ...{
    regexp: 'Regular expression',
    'by word': 'Whole words',
    replace: 'Replace',
    'replace all': 'Replace all',
  },
});

/** @param label names the document to screen readers */
export const documentExtensions = (label: string): Extension => [
  // A carriage return stays in the text: it is white space of JSON like any other.
  EditorState.lineSeparator.of('\n'),
  lineNumbers(),
  foldGutter({ openText: '▾', closedText: '▸' }),
  codeFolding({ placeholderText: '…' }),
  highlightSpecialChars(),
  drawSelection(),
  bracketMatching(),
  search({ top: true }),
  highlightSelectionMatches({ minSelectionLength: 2 }),
  json(),
  isolatedStrings,
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({
    'aria-label': label,
    tabindex: '0',
    spellcheck: 'false',
    translate: 'no',
  }),
  keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
  phrases,
  theme,
];

/** For documents that are only read. They take the focus, so that keys scroll them. */
export const readOnlyExtensions: Extension = [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
];

/** The shadow root of an element. Editors live in one, since only there CodeMirror adopts a style sheet. */
export const shadowRootOf = (host: HTMLElement): ShadowRoot =>
  host.shadowRoot ?? host.attachShadow({ mode: 'open' });
