// The little Markdown of a setting's meaning: text, code and links. Pure.

export type Part = { readonly kind: 'text' | 'code'; readonly text: string };

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
