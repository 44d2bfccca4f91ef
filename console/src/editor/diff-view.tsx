// The difference of two documents: side by side, or in one column where there is little room. The work of comparing is bounded, and
// what it leaves out is shown as changed as a whole.
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { documentExtensions, readOnlyExtensions, shadowRootOf } from './document-extensions.ts';

export interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel: string;
  readonly afterLabel: string;
  readonly isSideBySide: boolean;
  /** Lines without a change are shown too. */
  readonly isWhole: boolean;
}

/** Past these bounds a comparison of lines becomes one of larger pieces. Milliseconds for the time. */
const diffConfig = { scanLimit: 500, timeout: 400 };

export function DiffView({ before, after, beforeLabel, afterLabel, isSideBySide, isWhole }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = shadowRootOf(host.current);
    const collapse = isWhole ? {} : { collapseUnchanged: { margin: 3, minSize: 6 } };
    const extensions = (label: string): Extension => [documentExtensions(label), readOnlyExtensions];
    if (isSideBySide) {
      const merge = new MergeView({
        a: { doc: before, extensions: extensions(beforeLabel) },
        b: { doc: after, extensions: extensions(afterLabel) },
        ...{ root, parent: root, gutter: true, highlightChanges: true, diffConfig, ...collapse },
      });
      return () => merge.destroy();
    }
    const unified = unifiedMergeView({
      ...{ original: before, mergeControls: false, gutter: true, diffConfig, ...collapse },
    });
    const state = EditorState.create({
      doc: after,
      extensions: [extensions(`${beforeLabel}, then ${afterLabel}`), unified],
    });
    const editor = new EditorView({ state, root, parent: root });
    return () => editor.destroy();
  }, [before, after, beforeLabel, afterLabel, isSideBySide, isWhole]);
  return <div ref={host} className="diff-host" />;
}
