// The difference of two documents by their members: each added, removed or changed value with its JSON Pointer. White space is no
// difference; digits, escapes and the order of members within a changed text are.
import { pointerOf } from './pointer.ts';
import { isSameSource, type JsonNode, type JsonTree, sourceOf, uniqueMembers } from './tree.ts';

export interface Change {
  readonly pointer: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** The sources as they are written; undefined where there is no value. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface Changes {
  /** In the order of the documents. */
  readonly list: readonly Change[];
  /** All changes, also those beyond the list. */
  readonly count: number;
}

type Path = readonly (string | number)[];

/** Sources of a change are cut at this length. */
const longestSource = 400;

/** @param limit the most changes of the list */
export function changesBetween(before: JsonTree, after: JsonTree, limit = 500): Changes {
  const list: Change[] = [];
  let count = 0;

  function note(path: Path, from: JsonNode | undefined, to: JsonNode | undefined): void {
    count += 1;
    if (list.length >= limit) return;
    list.push({
      pointer: pointerOf(path),
      kind: from === undefined ? 'added' : to === undefined ? 'removed' : 'changed',
      before: from && shortened(sourceOf(before, from)),
      after: to && shortened(sourceOf(after, to)),
    });
  }

  function compare(path: Path, from: JsonNode, to: JsonNode): void {
    if (isSameSource(before, from, after, to)) return;
    const left = uniqueMembers(from);
    const right = uniqueMembers(to);
    if (left && right) {
      const countBefore = count;
      for (const [name, { value }] of left) {
        const other = right.get(name);
        if (other) compare([...path, name], value, other.value);
        else note([...path, name], value, undefined);
      }
      for (const [name, { value }] of right) if (!left.has(name)) note([...path, name], undefined, value);
      // Only the order of members, or the spelling of a name, is another.
      if (count === countBefore) note(path, from, to);
    } else if (from.kind === 'array' && to.kind === 'array') compareItems(path, from.items, to.items);
    else note(path, from, to);
  }

  function compareItems(path: Path, from: readonly JsonNode[], to: readonly JsonNode[]): void {
    const most = Math.min(from.length, to.length);
    const isSame = (a: JsonNode | undefined, b: JsonNode | undefined): boolean =>
      a !== undefined && b !== undefined && isSameSource(before, a, after, b);
    let head = 0;
    while (head < most && isSame(from[head], to[head])) head += 1;
    let tail = 0;
    while (tail < most - head && isSame(from.at(-1 - tail), to.at(-1 - tail))) tail += 1;
    for (let index = head; index < Math.max(from.length, to.length) - tail; index += 1) {
      const a = index < from.length - tail ? from[index] : undefined;
      const b = index < to.length - tail ? to[index] : undefined;
      if (a && b) compare([...path, index], a, b);
      else note([...path, index], a, b);
    }
  }

  compare([], before.root, after.root);
  return { list, count };
}

const shortened = (source: string): string =>
  source.length > longestSource ? `${source.slice(0, longestSource)}…` : source;
