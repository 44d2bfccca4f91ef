// The editor and the diff as components that are loaded when they are first shown, with CodeMirror in their own chunk.
import { type ComponentType, lazy } from 'react';
import type { DiffViewProps } from '../../editor/diff-view.tsx';
import type { JsonEditorProps } from '../../editor/json-editor.tsx';
import { importPart } from '../../shell/reload.ts';

const loadEditor = () => importPart(() => import('../../editor/json-editor.tsx'));
const loadDiff = () => importPart(() => import('../../editor/diff-view.tsx'));

export const JsonEditor = lazy<ComponentType<JsonEditorProps>>(async () => ({
  default: (await loadEditor()).JsonEditor,
}));

export const DiffView = lazy<ComponentType<DiffViewProps>>(async () => ({
  default: (await loadDiff()).DiffView,
}));

/** Begins to load both beside the data that they will show. A failure shows where they are drawn. */
export function preloadEditor(): void {
  loadEditor().catch(() => undefined);
  loadDiff().catch(() => undefined);
}
