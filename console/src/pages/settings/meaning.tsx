// The meaning of a setting: a sentence in Markdown, of which code and links are known. Links lead into the documents of the source,
// so they are shown by their path.
import type { ReactNode } from 'react';

type Part = { readonly kind: 'text' | 'code'; readonly text: string };

/** `see [docs/api.md](docs/api.md#rules)` names the document as code. */
export function partsOf(markdown: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of markdown.matchAll(/`([^`]+)`|\[([^\]]+)\]\([^)]*\)/g)) {
    if (match.index > at) parts.push({ kind: 'text', text: markdown.slice(at, match.index) });
    parts.push({ kind: 'code', text: match[1] ?? match[2] ?? '' });
    at = match.index + match[0].length;
  }
  if (at < markdown.length) parts.push({ kind: 'text', text: markdown.slice(at) });
  return parts;
}

export const Meaning = ({ markdown }: { readonly markdown: string }): ReactNode => (
  <p className="setting-meaning">
    {partsOf(asSentence(markdown)).map(({ kind, text }, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
      kind === 'code' ? <code key={index}>{text}</code> : text,
    )}
  </p>
);

const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
