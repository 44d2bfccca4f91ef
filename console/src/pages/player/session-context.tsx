// The context of a session, which the game sent with the start: a line with its exact values, and the JSON where the line has not all.
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { summarizeContext } from '../../components/context-summary.ts';
import { formatJson } from '../../json/format.ts';

/** Characters that are shown without a click. */
const shortLength = 160;

export function ContextText({ context }: { readonly context: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  if (context === undefined) return <span className="muted">None</span>;
  const summary = summarizeContext(context);
  if (summary.length <= shortLength && !summary.endsWith('…'))
    return <bdi className="session-context">{summary}</bdi>;
  return (
    <span className="session-context-long">
      {isOpen ? (
        <code className="session-context session-context-text">{formatJson(context)}</code>
      ) : (
        <bdi className="session-context">
          {summary.slice(0, shortLength)}
          {summary.length > shortLength && '…'}
        </bdi>
      )}
      <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show less' : 'Show all'}
      </Button>
    </span>
  );
}
