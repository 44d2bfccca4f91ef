// The draft of a player's metadata: the text in the editor, the stored text that it came from, and what the service would say to
// it. The draft lives in memory alone.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../components/value-texts.ts';
import type { EditorHandle, EditorProblem } from '../../editor/json-editor.tsx';
import { useLatest } from '../../hooks/use-latest.ts';
import { type Check, checkMetadata, utf8Bytes } from '../../json/check.ts';
import { formatJson } from '../../json/format.ts';
import { restoreWhitespace } from '../../json/whitespace.ts';
import type { Metadata } from './metadata-api.ts';

export type Layout = 'formatted' | 'stored';

export interface Verdict {
  /** The text that would be sent; undefined while the service would refuse it. */
  readonly toSend: string | undefined;
  /** UTF-8 bytes of that text; undefined for a text with a fault. */
  readonly bytes: number | undefined;
  readonly check: Check;
  /** The text to send is not the stored one. */
  readonly isChanged: boolean;
  readonly problems: readonly EditorProblem[];
  /** The first problem that keeps the text from being saved, as a sentence. */
  readonly refusal: string | undefined;
}

export interface Draft {
  readonly editor: RefObject<EditorHandle | null>;
  readonly initialText: string;
  readonly layout: Layout;
  /** The verdict at the last pause in typing. */
  readonly verdict: Verdict;
  /** Typing goes on, or has changed the text. */
  readonly isDirty: boolean;
  /** Tells of a change in the editor. */
  readonly onChange: () => void;
  /** The verdict on the text as it is now. */
  readonly judge: () => Verdict;
  /** Replaces the draft by an exact text. */
  readonly load: (text: string) => void;
  /** Lays the same text out otherwise. It does nothing while the text has a fault. */
  readonly setLayout: (layout: Layout) => void;
}

/** Milliseconds without typing before a text is judged, by its length. */
const pauseFor = (length: number): number => (length < 100_000 ? 120 : 400);

const shown = (exact: string, layout: Layout): string => (layout === 'formatted' ? formatJson(exact) : exact);

/** @param base the state that the draft began with; another one keeps the text of the draft */
export function useDraft(base: Metadata, maxBytes: number): Draft {
  const editor = useRef<EditorHandle>(null);
  // The exact text whose layout the editor shows. White space that the layout added is taken away by it.
  const source = useRef(base.text);
  const [layout, setLayoutState] = useState<Layout>('formatted');
  const [initialText] = useState(() => shown(base.text, 'formatted'));
  const loaded = useRef(initialText);

  const judge = useCallback((): Verdict => {
    const text = editor.current?.text() ?? loaded.current;
    // A text that was not edited needs no match of tokens.
    const exact = text === loaded.current ? source.current : undefined;
    return verdictOn(text, { exact, source: source.current, layout, base: base.text, maxBytes });
  }, [layout, base.text, maxBytes]);

  const [verdict, setVerdict] = useState(judge);
  const [isPending, setPending] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Another base, limit or layout changes the verdict on the same text.
  const judged = useRef(judge);
  useEffect(() => {
    if (judged.current !== judge) setVerdict(judge());
    judged.current = judge;
  }, [judge]);

  const latestJudge = useLatest(judge);
  const settle = useCallback((): Verdict => {
    clearTimeout(timer.current);
    const now = latestJudge.current();
    setVerdict(now);
    setPending(false);
    return now;
  }, [latestJudge]);

  const show = useCallback((exact: string, next: Layout) => {
    source.current = exact;
    loaded.current = shown(exact, next);
    setLayoutState(next);
    // The same text keeps its place and its steps of undo.
    if (editor.current?.text() !== loaded.current) editor.current?.load(loaded.current);
  }, []);

  return useMemo(
    () => ({
      editor,
      initialText,
      layout,
      verdict,
      isDirty: isPending || verdict.isChanged,
      judge: settle,
      onChange: () => {
        clearTimeout(timer.current);
        timer.current = setTimeout(settle, pauseFor(loaded.current.length));
        setPending(true);
      },
      load: (text) => {
        show(text, layout);
        settle();
      },
      setLayout: (next) => {
        const { toSend } = settle();
        if (toSend !== undefined && next !== layout) show(toSend, next);
      },
    }),
    [initialText, layout, verdict, isPending, settle, show],
  );
}

interface Frame {
  readonly exact: string | undefined;
  readonly source: string;
  readonly layout: Layout;
  readonly base: string;
  readonly maxBytes: number;
}

function verdictOn(text: string, { exact, source, layout, base, maxBytes }: Frame): Verdict {
  const check = checkMetadata(text);
  const problems = problemsOf(check, text);
  if (check.fault || check.refusal !== undefined) {
    const refusal = check.refusal ?? check.fault?.message;
    return { toSend: undefined, bytes: undefined, check, isChanged: true, problems, refusal };
  }
  const toSend = exact ?? (layout === 'formatted' ? restoreWhitespace(source, text) : text.trim());
  const bytes = utf8Bytes(toSend);
  const excess = bytes - maxBytes;
  const refusal = excess > 0 ? `The text is ${formatCount(excess)} bytes too large to be saved.` : undefined;
  const isChanged = toSend !== base;
  return { toSend: excess > 0 ? undefined : toSend, bytes, check, isChanged, problems, refusal };
}

function problemsOf({ fault, refusal, duplicates }: Check, text: string): readonly EditorProblem[] {
  const warnings = duplicates.map(({ name, start, end }) => {
    const message = `The name ${JSON.stringify(name)} stands twice in this object. The service stores both; the last one counts.`;
    return { start, end, message, isWarning: true };
  });
  const error = (start: number, message: string) => ({
    ...{ start, end: Math.min(start + 1, text.length), message, isWarning: false },
  });
  if (fault) return [error(fault.offset, `${fault.problem}.`), ...warnings];
  if (refusal !== undefined) return [error(0, refusal), ...warnings];
  return warnings;
}
