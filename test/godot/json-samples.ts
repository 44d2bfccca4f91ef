// Random JSON for the tests of the Godot client, with the outcomes that JavaScript and the service's own code give: documents,
// numbers and patches, a line each.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../src/errors/errors.ts';
import { formatPointer } from '../../src/lib/json-pointer.ts';
import { applyMergePatch } from '../../src/metadata/merge-patch.ts';
import { applyPlaykeepPatch, parsePlaykeepPatch } from '../../src/metadata/playkeep-patch.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../harness/engines.ts';
import { type Random, seeded } from '../harness/seeded.ts';

export const pick = <T>(random: Random, items: readonly T[]): T => items[random(items.length)] as T;
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Characters of every kind: escapes, controls, pairs, halves of pairs, and those around the ends of ranges. */
const characters = [
  ...'aB7 "\\/%{]:,\'~é漢\u2028\u007f\uffff',
  ...'\u0000\u0001\b\t\n\f\r\u001f\ufffd\ufeff😀\u{10ffff}',
  '\ud800',
  '\udbff',
  '\udc00',
  '\udfff',
];
export const text = (random: Random): string => times(random(9), () => pick(random, characters)).join('');
const digits = (random: Random, count: number): string => times(count, () => random(10)).join('');
const whole = (random: Random, most: number): string =>
  random(6) === 0 ? '0' : String(1 + random(9)) + digits(random, random(most));

export function number(random: Random): string {
  const sign = random(3) === 0 ? '-' : '';
  const kind = random(8);
  if (kind < 2) return sign + whole(random, 5);
  if (kind === 2)
    return pick(random, ['9223372036854775807', '-9223372036854775808', '9223372036854775808', '-0', '0']);
  if (kind === 3) return sign + whole(random, 30);
  if (kind === 4) return `${sign}${whole(random, 4)}.${digits(random, 1 + random(4))}`;
  if (kind === 5) return JSON.stringify((random(2 ** 31) / 2 ** 31 - 0.5) * 10 ** (random(30) - 15));
  if (kind === 6) return `${sign}${whole(random, 25)}.${digits(random, 1 + random(25))}`;
  return `${sign}${whole(random, 3)}${pick(random, ['e', 'E'])}${pick(random, ['', '+', '-'])}${digits(random, 1 + random(3))}`;
}

/** The parts of which documents and operations are made. */
export interface Parts {
  key(random: Random): string;
  /** The text of a number. */
  number(random: Random): string;
}

const keys = ['a', 'b', 'c', '', '__proto__', 'gold', '0', '1', 'x/y', 'm~n'];
const anyParts: Parts = {
  key: (random) => (random(4) === 0 ? text(random) : pick(random, keys)),
  number,
};

const scalar = (random: Random, parts: Parts): string =>
  pick(random, [
    parts.number,
    (from: Random) => JSON.stringify(text(from)),
    () => 'true',
    () => 'false',
    () => 'null',
  ])(random);

export function value(random: Random, depth: number, parts = anyParts): string {
  const kind = depth === 0 ? 9 : random(10);
  if (kind < 3) return object(random, depth - 1, parts);
  if (kind < 5) return `[${times(random(4), () => value(random, depth - 1, parts)).join(',')}]`;
  return scalar(random, parts);
}

export function object(random: Random, depth: number, parts = anyParts): string {
  const names = [...new Set(times(random(6), () => parts.key(random)))];
  return `{${names.map((name) => `${JSON.stringify(name)}:${value(random, depth, parts)}`).join(',')}}`;
}

/** Every hundredth document is deep. The service allows 1,024 levels. */
function document(random: Random, index: number): string {
  if (index % 100 > 0) return object(random, 5);
  const levels = 200 + random(820);
  return `${'{"a":['.repeat(levels / 2)}${scalar(random, anyParts)}${']}'.repeat(levels / 2)}`;
}

/** The same document in another form: white space, escapes, and members that later ones replace. */
export function disguise(random: Random, canonical: string): string {
  const space = () => pick(random, ['', '', ' ', '\n', '\t\r ']);
  return canonical.replace(/"(?:[^"\\]|\\.)*"|[^"]/g, (token, place: number) => {
    const isOpen = token === '{' && canonical[place + 1] !== '}';
    if (isOpen && random(2) === 0) return `{${space()}"gone":{"gone":[1]},${space()}`;
    if (/^[{}[\],:]$/.test(token)) return space() + token + space();
    if (token.length < 3 || random(2) === 0) return token;
    return token.replace(/[a-zB漢é%]/g, (letter, at: number) => {
      const isEscape = token[at - 1] === '\\' || /\\u[\da-f]{0,3}$/.test(token.slice(0, at));
      return isEscape ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
    });
  });
}

/** A number's text, its bits as a float, and the float's text by JavaScript. */
function numberLine(random: Random, index: number): string {
  const view = new DataView(new ArrayBuffer(8));
  let source = number(random);
  if (index % 3 === 1) {
    view.setUint32(0, random(2 ** 31) * 2 + random(2));
    view.setUint32(4, random(2 ** 31) * 2 + random(2));
    const any = view.getFloat64(0);
    source = Number.isFinite(any) ? JSON.stringify(any) : '5e-324';
  }
  if (index % 6 === 0) source = JSON.stringify(random(2 ** 31) / 10 ** random(16));
  // As from a Vector2, whose numbers have 32 bits.
  if (index % 3 === 2) source = JSON.stringify(Math.fround((random(2 ** 31) - 2 ** 30) / 10 ** random(9)));
  view.setFloat64(0, Number(source));
  return `${source} ${view.getBigInt64(0)} ${JSON.stringify(Number(source))}`;
}

export interface Place {
  readonly at: string;
  readonly held: unknown;
}

/** A value and all that it holds, with their pointers. */
export const placesOf = (held: unknown, at = ''): readonly Place[] => [
  { at, held },
  ...Object.entries(held !== null && typeof held === 'object' ? held : {}).flatMap(([name, part]) =>
    placesOf(part, at + formatPointer([name])),
  ),
];

/** Can a string of Godot hold it? */
export const isHeld = (at: string): boolean => at.isWellFormed() && !at.includes('\u0000');

/** A pointer that mostly leads to a fitting value, or else to the place of a new one. */
function pointer(
  random: Random,
  places: readonly Place[],
  parts: Parts,
  fits: (held: unknown) => boolean,
): string {
  const fitting = places.filter(({ held }) => fits(held));
  const { at } = pick(random, fitting.length > 0 && random(8) > 0 ? fitting : places);
  if (random(4) > 0) return at;
  const name = random(3) > 0 ? parts.key(random) : pick(random, ['-', '2', '01']);
  return at + formatPointer([isHeld(name) ? name : '-']);
}

const fittingOf: Readonly<Record<string, (held: unknown) => boolean>> = {
  increment: (held) => typeof held === 'number',
  append: Array.isArray,
};

export function operation(random: Random, places: readonly Place[], parts = anyParts): string {
  const op = pick(random, ['add', 'remove', 'replace', 'move', 'copy', 'test', 'increment', 'append']);
  const place = () => JSON.stringify(pointer(random, places, parts, fittingOf[op] ?? (() => true)));
  const members = [`"op":"${op}"`, `"path":${place()}`];
  if (op === 'move' || op === 'copy') members.push(`"from":${place()}`);
  if (['add', 'replace', 'append'].includes(op)) members.push(`"value":${value(random, 2, parts)}`);
  if (op === 'test') {
    const { at, held } = pick(random, places);
    members[1] = `"path":${JSON.stringify(at)}`;
    members.push(`"value":${random(4) === 0 ? value(random, 1, parts) : JSON.stringify(held)}`);
  }
  if (op === 'increment') {
    members.push(`"by":${parts.number(random)}`);
    for (const name of ['min', 'max', 'initial'])
      if (random(8) === 0) members.push(`"${name}":${parts.number(random)}`);
  }
  if (op === 'append' && random(2) === 0) members.push(`"maxItems":${random(5)}`);
  return `{${members.join(',')}}`;
}

/** The service's result for a request; null for a refusal. */
export function outcome(apply: () => string): string {
  try {
    return apply();
  } catch (error) {
    if (error instanceof ApiError) return 'null';
    throw error;
  }
}

const small = (random: Random): string => object(random, 3);

function mergeLine(random: Random): string {
  const [before, patch] = [small(random), small(random)];
  return `${before}\n${patch}\n${outcome(() => applyMergePatch(before, patch))}`;
}

/** Operations for a document. */
export function patchOf(random: Random, document: string, parts = anyParts): string {
  const places = placesOf(JSON.parse(document)).filter(({ at }) => isHeld(at));
  return `[${times(1 + random(2), () => operation(random, places, parts)).join(',')}]`;
}

function patchLine(random: Random): string {
  const before = small(random);
  const patch = patchOf(random, before);
  return `${before}\n${patch}\n${outcome(() => applyPlaykeepPatch(before, parsePlaykeepPatch(patch)))}`;
}

/**
 * Writes the files `documents`, `disguised`, `numbers`, `merges` and `patches`.
 * @param count of the documents and numbers; there is a quarter of the merges and patches
 */
export function writeJsonSamples(seed: number, count: number): TemporaryDirectory {
  const random = seeded(seed);
  const folder = temporaryDirectory();
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder.directory, name), lines.join('\n'));
  const documents = times(count, (index) => document(random, index));
  write('documents', documents);
  const disguised = documents.slice(0, count / 10).map((text) => JSON.stringify(disguise(random, text)));
  write('disguised', disguised);
  const lines = { numbers: numberLine, merges: mergeLine, patches: patchLine };
  for (const [name, line] of Object.entries(lines)) {
    const wanted = name === 'numbers' ? count : count / 4;
    write(
      name,
      times(wanted, (index) => line(random, index)),
    );
  }
  return folder;
}
