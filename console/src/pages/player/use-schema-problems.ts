// The parts of a draft that do not fit the schema of metadata, METADATA_SCHEMA. The service checks each text that could be saved, after
// a pause in typing. Without a schema nothing is asked.
import { useEffect, useMemo, useState } from 'react';
import { isAborted } from '../../api/failure.ts';
import { useIdentity } from '../../api/session.ts';
import type { EditorProblem } from '../../editor/json-editor.tsx';
import { findByPointer, parsePointer } from '../../json/pointer.ts';
import { parseTree } from '../../json/tree.ts';
import { type SchemaFindings, validateMetadata } from './metadata-api.ts';
import type { Draft } from './metadata-draft.ts';

export interface SchemaProblemsOfDraft {
  /** Undefined while the text is not checked. */
  readonly findings: SchemaFindings | undefined;
  /** The check got no answer. */
  readonly hasFailed: boolean;
  /** The problems at their places in the editor. */
  readonly marks: readonly EditorProblem[];
}

/** Milliseconds after the verdict on a text, so that a person who goes on typing sends little. */
const pause = 250;

const none: readonly EditorProblem[] = [];

interface Answer {
  readonly text: string;
  readonly findings: SchemaFindings | undefined;
}

export function useSchemaProblems({ editor, verdict }: Draft, isEditing: boolean): SchemaProblemsOfDraft {
  const isChecked = useIdentity().checksMetadata === true && isEditing;
  const [answer, setAnswer] = useState<Answer>();
  const text = isChecked ? verdict.toSend : undefined;
  const isKnown = answer !== undefined && answer.text === text;
  useEffect(() => {
    if (text === undefined || isKnown) return;
    const left = new AbortController();
    const timer = setTimeout(() => {
      validateMetadata(text, left.signal).then(
        (findings) => setAnswer({ text, findings }),
        (error: unknown) => {
          if (!isAborted(error)) setAnswer({ text, findings: undefined });
        },
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [text, isKnown]);
  const findings = isKnown ? answer.findings : undefined;
  const marks = useMemo(() => marksOf(findings, editor.current?.text()), [findings, editor]);
  return { findings, hasFailed: isKnown && findings === undefined, marks };
}

function marksOf(findings: SchemaFindings | undefined, text: string | undefined): readonly EditorProblem[] {
  if (!findings || findings.problems.length === 0 || text === undefined) return none;
  const tree = parseTree(text);
  return findings.problems.flatMap(({ pointer, message }) => {
    const node = findByPointer(tree, parsePointer(pointer) ?? []);
    // The end of an object is far away: its beginning is marked.
    const end = node && (node.kind === 'scalar' ? node.end : node.start + 1);
    return node && end !== undefined
      ? [{ start: node.start, end, message: `The schema: it ${message}.`, isWarning: true }]
      : [];
  });
}
