// Merges two edits of one document by members: a member that one side changed is taken from that side. An array counts as one
// value. A member that both changed differently is a conflict, and gets the value of `mine`.
import { pointerOf } from './pointer.ts';
import {
  isSameSource,
  type JsonMember,
  type JsonNode,
  type JsonTree,
  sourceOf,
  uniqueMembers,
} from './tree.ts';

export interface Conflict {
  readonly pointer: string;
  /** The sources; undefined where the member is absent. */
  readonly base: string | undefined;
  readonly theirs: string | undefined;
  readonly mine: string | undefined;
}

export interface Merge {
  /** The text of `theirs` with the changes of `mine` in it. */
  readonly text: string;
  readonly conflicts: readonly Conflict[];
  /** Pointers of the members that were taken from `mine` alone. */
  readonly fromMine: readonly string[];
  /** Pointers of the members that `theirs` alone changed. */
  readonly fromTheirs: readonly string[];
}

interface Sides {
  readonly base: JsonTree;
  readonly theirs: JsonTree;
  readonly mine: JsonTree;
}

interface Triple {
  readonly base: JsonNode | undefined;
  readonly theirs: JsonNode | undefined;
  readonly mine: JsonNode | undefined;
}

type Path = readonly string[];

/** @param sides three documents, whose white space does not count */
export function mergeDocuments(sides: Sides): Merge {
  const { base, theirs, mine } = sides;
  const conflicts: Conflict[] = [];
  const fromMine: string[] = [];
  const fromTheirs: string[] = [];

  /** The source of the merged value; undefined where it is absent. */
  function merge(path: Path, nodes: Triple): string | undefined {
    const { base: a, theirs: b, mine: c } = nodes;
    const sourceB = b && sourceOf(theirs, b);
    const sourceC = c && sourceOf(mine, c);
    if (isSame(mine, c, theirs, b)) return sourceB;
    if (isSame(mine, c, base, a)) {
      fromTheirs.push(pointerOf(path));
      return sourceB;
    }
    if (isSame(theirs, b, base, a)) {
      fromMine.push(pointerOf(path));
      return sourceC;
    }
    const object = b && c && mergeMembers(path, a, b, c);
    if (object !== undefined) return object;
    conflicts.push({
      pointer: pointerOf(path),
      base: a && sourceOf(base, a),
      theirs: sourceB,
      mine: sourceC,
    });
    return sourceC;
  }

  /** @returns undefined unless both are objects without a name that stands twice */
  function mergeMembers(path: Path, a: JsonNode | undefined, b: JsonNode, c: JsonNode): string | undefined {
    const theirMembers = uniqueMembers(b);
    const myMembers = uniqueMembers(c);
    const baseMembers = a === undefined ? new Map<string, JsonMember>() : uniqueMembers(a);
    if (!theirMembers || !myMembers || (a?.kind === 'object' && !baseMembers)) return undefined;
    const kept: { readonly member: JsonMember; readonly tree: JsonTree; readonly source: string }[] = [];
    const names = [
      ...theirMembers.keys(),
      ...[...myMembers.keys()].filter((name) => !theirMembers.has(name)),
    ];
    for (const name of names) {
      const inTheirs = theirMembers.get(name);
      const inMine = myMembers.get(name);
      const source = merge([...path, name], {
        base: baseMembers?.get(name)?.value,
        theirs: inTheirs?.value,
        mine: inMine?.value,
      });
      const member = inTheirs ?? inMine;
      if (source === undefined || !member) continue;
      kept.push({ member, source, tree: inTheirs ? theirs : mine });
    }
    return rebuild(theirs, b, kept);
  }

  const text = merge([], { base: base.root, theirs: theirs.root, mine: mine.root }) ?? '{}';
  return { text, conflicts, fromMine, fromTheirs };
}

/** Also where both are absent. */
function isSame(left: JsonTree, a: JsonNode | undefined, right: JsonTree, b: JsonNode | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameSource(left, a, right, b);
}

/** The source of an object with other members, laid out as it was. */
function rebuild(
  theirs: JsonTree,
  object: JsonNode,
  kept: readonly { readonly member: JsonMember; readonly tree: JsonTree; readonly source: string }[],
): string {
  const { text } = theirs;
  const [first] = object.members;
  const last = object.members.at(-1);
  const lead = first ? text.slice(object.start + 1, first.nameStart) : '';
  const trail = last ? text.slice(last.value.end, object.end - 1) : '';
  const second = object.members[1];
  const between = first && second ? text.slice(first.value.end, second.nameStart) : `,${lead}`;
  const members = kept.map(
    ({ member, tree, source }) => `${tree.text.slice(member.nameStart, member.value.start)}${source}`,
  );
  return members.length === 0 ? '{}' : `{${lead}${members.join(between)}${trail}}`;
}
