// The context of a session: JSON that the game sent with the start, shown as its exact text.
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { formatJson } from '../../json/format.ts';

/** Characters that are shown without a click. */
const shortLength = 160;

export function ContextText({ context }: { readonly context: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  if (context === undefined) return <span className="muted">None</span>;
  if (context.length <= shortLength) return <code className="session-context">{context}</code>;
  return (
    <span className="session-context-long">
      {isOpen ? (
        <code className="session-context session-context-text">{formatJson(context)}</code>
      ) : (
        <code className="session-context">{`${context.slice(0, shortLength)}…`}</code>
      )}
      <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show less' : 'Show all'}
      </Button>
    </span>
  );
}
