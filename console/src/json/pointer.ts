// JSON Pointers (RFC 6901): texts such as `/items/3/name` that name a value within a document.
import type { JsonNode, JsonTree } from './tree.ts';

/** `~` and `/` in a name are written `~0` and `~1`. */
export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** @returns undefined for a text that is no pointer: it begins otherwise than with `/`, or has a `~` without 0 or 1 */
export function parsePointer(text: string): readonly string[] | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a pointer leads to. The last one counts where a name stands twice. */
export function findByPointer({ root }: JsonTree, path: readonly string[]): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const part of path) {
    if (!node) return undefined;
    const { kind, members, items }: JsonNode = node;
    const isIndex = kind === 'array' && /^(?:0|[1-9]\d{0,8})$/.test(part);
    if (isIndex) node = items[Number(part)];
    else node = members.findLast(({ name }) => name === part)?.value;
  }
  return node;
}
