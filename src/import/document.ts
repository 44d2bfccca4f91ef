// The document of a player, built as text: a tree of keys whose leaves are the texts of the source, to the last character. Nothing is
// parsed into values and written again, so no digit is lost.
import { withoutSpaceAround } from '../lib/json-places.ts';
import { InvalidJson, scanDocument } from '../lib/json-scan.ts';
import { KeyMap } from '../lib/key-map.ts';
import { METADATA_MAX_DEPTH } from '../limits.ts';
import { objectTextProblem } from '../store/shared/stored-texts.ts';
import { describePlace } from './pattern.ts';

/** A value and its place in the document. */
export interface PlacedValue {
  /** The way to it at the source, for messages. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly text: string;
}

/** The text, null where there is no value, or the reason why the player is refused. */
export type Built = { readonly text: string | null } | { readonly problem: string };

interface Leaf {
  readonly value: PlacedValue;
  readonly text: string;
}

interface Branch {
  /** In the order in which they came. */
  readonly keys: string[];
  readonly below: KeyMap<Branch | Leaf>;
}

const newBranch = (): Branch => ({ keys: [], below: new KeyMap() });
const isLeaf = (node: Branch | Leaf): node is Leaf => 'value' in node;

/** @param maxBytes the bound of the whole text */
export function buildDocument(values: readonly PlacedValue[], maxBytes: number): Built {
  if (values.length === 0) return { text: null };
  // The last name of each is in the document once. Those above may be shared.
  const characters = values.reduce((sum, { to, text }) => sum + (to.at(-1)?.length ?? 0) + text.length, 0);
  if (characters > maxBytes) return { problem: tooLarge(maxBytes) };
  const root: { top: Branch | Leaf | undefined } = { top: undefined };
  for (const value of values) {
    const text = withoutSpaceAround(value.text);
    const problem = valueProblem(value, text) ?? place(root, { value, text });
    if (problem !== undefined) return { problem };
  }
  const text = textOf(root.top ?? newBranch());
  const problem = objectTextProblem(text, maxBytes);
  if (problem === undefined) return { text };
  return { problem: Buffer.byteLength(text) > maxBytes ? tooLarge(maxBytes) : `the document ${problem}` };
}

const tooLarge = (maxBytes: number): string => `the document would take more than ${maxBytes} bytes`;

/** The reason why a value cannot be taken. It quotes nothing of the value. */
function valueProblem({ from, to }: PlacedValue, text: string): string | undefined {
  if (![...from, ...to, text].every((each) => each.isWellFormed()))
    return `${describePlace(from)} has a half character`;
  try {
    scanDocument(Buffer.from(text), { maxDepth: METADATA_MAX_DEPTH - to.length });
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    return error.problem === 'depth'
      ? `${describePlace(from)} would nest deeper than ${METADATA_MAX_DEPTH} levels`
      : `${describePlace(from)} is no JSON at byte ${error.offset + 1}`;
  }
}

/** Puts a leaf into the tree. @returns the reason why there is no room for it */
function place(root: { top: Branch | Leaf | undefined }, leaf: Leaf): string | undefined {
  const { to } = leaf.value;
  if (to.length === 0) {
    if (root.top) return collision(firstLeaf(root.top), leaf);
    root.top = leaf;
    return undefined;
  }
  root.top ??= newBranch();
  let branch = root.top;
  for (const [index, key] of to.entries()) {
    if (isLeaf(branch)) return collision(branch, leaf);
    const found = branch.below.get(key);
    const isLast = index === to.length - 1;
    if (found && isLast) return collision(firstLeaf(found), leaf);
    const next = found ?? (isLast ? leaf : newBranch());
    if (!found) {
      branch.keys.push(key);
      branch.below.set(key, next);
    }
    branch = next as Branch;
  }
  return undefined;
}

function firstLeaf(node: Branch | Leaf): Leaf {
  let first = node;
  while (!isLeaf(first)) first = first.below.get(first.keys[0] ?? '') as Branch | Leaf;
  return first;
}

function collision({ value: there }: Leaf, { value }: Leaf): string {
  const [a, b] = [describePlace(there.to), describePlace(value.to)];
  const both = `${describePlace(there.from)} and ${describePlace(value.from)}`;
  return a === b
    ? `${both} both go to ${a}`
    : `${both} go to ${a} and ${b}, of which one is inside the other`;
}

function textOf(node: Branch | Leaf): string {
  if (isLeaf(node)) return node.text;
  const members = node.keys.map(
    (key) => `${JSON.stringify(key)}:${textOf(node.below.get(key) as Branch | Leaf)}`,
  );
  return `{${members.join(',')}}`;
}
