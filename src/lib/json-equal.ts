// Equality of JSON values (RFC 6902 section 4.6). Numbers are compared by value, to the last digit, strings by their
// characters, and objects without regard to the order of their members. Of several members under one key the last counts.
// Each text is read once, however deep it nests.
import { endOfScalar, endOfString, skipSpace, stringValue } from './json-places.ts';
import { toText } from './json-text.ts';
import type { Json } from './json-values.ts';
import { compareCharacterWork, compareScalarWork, compareValueWork, free, type Spend } from './json-work.ts';
import { KeyMap } from './key-map.ts';

/** A value to compare. A scalar is its text. An object has the last member under each key. */
type Node = string | NodeObject | Node[];

interface NodeObject {
  readonly members: KeyMap<Node>;
  /** Does a key occur twice? */
  hasRepeats: boolean;
}

/** Compares no deeper than the shallower of the two values. */
export function isEqual(a: Json, b: Json, spend: Spend = free): boolean {
  const [left, right] = [toText(a, spend), toText(b, spend)];
  spend(Math.min(left.length, right.length));
  return left === right || nodesEqual(nodeOf(left, spend), nodeOf(right, spend), spend);
}

/** Does a key occur twice in an object anywhere in the value? Parsers differ in which of the two members they take. */
export function repeatsKeys(value: Json): boolean {
  const rest = [nodeOf(toText(value), free)];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node === 'string') continue;
    if (Array.isArray(node)) {
      for (const item of node) rest.push(item);
    } else if (node.hasRepeats) {
      return true;
    } else {
      for (const [, member] of node.members) rest.push(member);
    }
  }
  return false;
}

/** A container whose parts are being read. */
interface Level {
  readonly container: NodeObject | Node[];
  /** The key of the member that is being read; unused in an array. */
  key: string;
}

/** Reads a text that is known to be JSON, in one pass and without recursion. */
function nodeOf(text: string, spend: Spend): Node {
  spend(text.length * compareCharacterWork);
  const levels: Level[] = [];
  let at = skipSpace(text, 0);
  for (;;) {
    spend(compareValueWork);
    let node = begin(text, at);
    if (typeof node === 'string') {
      at += node.length;
    } else {
      at = skipSpace(text, at + 1);
      const level = { container: node, key: '' };
      if (!isClosing(text, at)) {
        levels.push(level);
        at = skipToValue(text, at, level);
        continue;
      }
      at += 1;
    }
    for (;;) {
      const level = levels.at(-1);
      if (!level) return node;
      add(level, node);
      at = skipSpace(text, at);
      if (!isClosing(text, at)) {
        at = skipToValue(text, skipSpace(text, at + 1), level);
        break;
      }
      at += 1;
      node = level.container;
      levels.pop();
    }
  }
}

/** The scalar that begins at `start`, or an empty node for the container that does. */
function begin(text: string, start: number): Node {
  const first = text[start];
  if (first === '{') return { members: new KeyMap(), hasRepeats: false };
  if (first === '[') return [];
  return text.slice(start, first === '"' ? endOfString(text, start) + 1 : endOfScalar(text, start));
}

/** Is this the closing brace or bracket of a container? */
const isClosing = (text: string, at: number): boolean => text[at] === '}' || text[at] === ']';

/** Skips to the value of the item or member that begins at `start`. Notes the key of a member in `level`. */
function skipToValue(text: string, start: number, level: Level): number {
  if (Array.isArray(level.container)) return start;
  const keyEnd = endOfString(text, start) + 1;
  level.key = stringValue(text.slice(start, keyEnd));
  return skipSpace(text, skipSpace(text, keyEnd) + 1);
}

function add({ container, key }: Level, node: Node): void {
  if (Array.isArray(container)) {
    container.push(node);
    return;
  }
  const { size } = container.members;
  container.members.set(key, node);
  if (container.members.size === size) container.hasRepeats = true;
}

function nodesEqual(a: Node, b: Node, spend: Spend): boolean {
  if (typeof a === 'string' || typeof b === 'string') {
    return typeof a === 'string' && typeof b === 'string' && (a === b || scalarsEqual(a, b, spend));
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => nodesEqual(item, b[index] as Node, spend));
  }
  if (a.members.size !== b.members.size) return false;
  for (const [key, member] of a.members) {
    spend(compareValueWork);
    const other = b.members.get(key);
    if (other === undefined || !nodesEqual(member, other, spend)) return false;
  }
  return true;
}

function scalarsEqual(a: string, b: string, spend: Spend): boolean {
  spend((a.length + b.length) * compareScalarWork);
  if (a.startsWith('"') && b.startsWith('"')) return stringValue(a) === stringValue(b);
  if (!isNumber(a) || !isNumber(b)) return false;
  return canonicalNumber(a) === canonicalNumber(b);
}

const isNumber = (text: string): boolean => /^[-\d]/.test(text);

const numberParts = /^(?<sign>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[+-]?\d+))?$/;

/** Numbers with longer exponents are compared as text, since computing with such exponents would take too long. */
const maxExponentDigits = 100;

/** The canonical text of a number: its digits without leading and trailing zeros, and a power of ten. */
function canonicalNumber(text: string): string {
  const { sign = '', whole = '', fraction = '', exponent = '0' } = numberParts.exec(text)?.groups ?? {};
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  if (exponent.length > maxExponentDigits) return text;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end -= 1;
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(0, end)}e${power}`;
}
