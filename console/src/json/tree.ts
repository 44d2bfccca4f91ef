// The structure of JSON text as spans: each object, array and scalar with its place in the text. No value is built, so that numbers
// and strings stay as they are written.
import { type JsonToken, scanJson } from './scan.ts';

export interface JsonNode {
  readonly kind: 'object' | 'array' | 'scalar';
  /** The place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Units of the text without the white space between tokens. */
  readonly weight: number;
  readonly members: readonly JsonMember[];
  readonly items: readonly JsonNode[];
}

export interface JsonMember {
  /** Escapes stand for their characters. */
  readonly name: string;
  /** The place of the name with its quotes. */
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly value: JsonNode;
}

/** A text with its structure. */
export interface JsonTree {
  readonly text: string;
  readonly root: JsonNode;
}

interface GrowingNode extends JsonNode {
  end: number;
  weight: number;
  readonly members: JsonMember[];
  readonly items: JsonNode[];
}

const nothing: readonly never[] = [];

/** @throws JsonFault if the text is not JSON */
export function parseTree(text: string): JsonTree {
  const open: GrowingNode[] = [];
  const names: (JsonToken | undefined)[] = [];
  let root: JsonNode | undefined;
  let weight = 0;
  const place = (node: JsonNode): void => {
    const inside = open.at(-1);
    const name = names[open.length - 1];
    if (!inside) root = node;
    else if (inside.kind === 'array') inside.items.push(node);
    else if (name) {
      const { start: nameStart, end: nameEnd } = name;
      inside.members.push({ name: stringValue(text, name), nameStart, nameEnd, value: node });
      names[open.length - 1] = undefined;
    }
  };
  scanJson(text, (token) => {
    const { kind, start, end } = token;
    weight += end - start;
    const inside = open.length - 1;
    if (kind === 'open') {
      const shape = text[start] === '{' ? 'object' : 'array';
      const node: GrowingNode = { kind: shape, start, end, weight, members: [], items: [] };
      place(node);
      open.push(node);
      names.push(undefined);
    } else if (kind === 'close') {
      const node = open.pop();
      names.pop();
      if (!node) return;
      node.end = end;
      node.weight = weight - node.weight + 1;
    } else if (kind === 'string' && open[inside]?.kind === 'object' && !names[inside]) {
      names[inside] = token;
    } else if (kind !== 'colon' && kind !== 'comma') {
      place({ kind: 'scalar', start, end, weight: end - start, members: nothing, items: nothing });
    }
  });
  if (!root) throw new Error('the scanner found no value');
  return { text, root };
}

const stringValue = (text: string, { start, end }: JsonToken): string =>
  JSON.parse(text.slice(start, end)) as string;

export const sourceOf = ({ text }: JsonTree, { start, end }: JsonNode): string => text.slice(start, end);

/** Are two values the same, but for white space between tokens? Digits, escapes and the order of members count. */
export function isSameSource(left: JsonTree, a: JsonNode, right: JsonTree, b: JsonNode): boolean {
  if (a.weight !== b.weight || a.kind !== b.kind) return false;
  let at = a.start;
  let other = b.start;
  let isInString = false;
  while (at < a.end && other < b.end) {
    const unit = left.text.charCodeAt(at);
    const otherUnit = right.text.charCodeAt(other);
    if (!isInString && isSpace(unit)) at += 1;
    else if (!isInString && isSpace(otherUnit)) other += 1;
    else if (unit !== otherUnit) return false;
    else {
      if (isInString && unit === backslash) {
        // The escaped unit is compared here, so that an escaped quote ends no string.
        if (left.text.charCodeAt(at + 1) !== right.text.charCodeAt(other + 1)) return false;
        at += 1;
        other += 1;
      } else if (unit === quote) isInString = !isInString;
      at += 1;
      other += 1;
    }
  }
  return true;
}

const backslash = 0x5c;
const quote = 0x22;
const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;

/** The members of an object by name; undefined for another value, and for an object with a name that stands twice. */
export function uniqueMembers({ kind, members }: JsonNode): ReadonlyMap<string, JsonMember> | undefined {
  if (kind !== 'object') return undefined;
  const byName = new Map(members.map((member) => [member.name, member]));
  return byName.size === members.length ? byName : undefined;
}
