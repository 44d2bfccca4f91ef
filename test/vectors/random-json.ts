// Random documents, edits and operations for test vectors: few keys that meet each other, and numbers of three sorts.
import type { Json, JsonObject } from '../../client/src/record.ts';
import {
  number as anyNumber,
  disguise,
  type Parts,
  pick,
  text,
  times,
  value,
} from '../godot/json-samples.ts';
import type { Random } from '../harness/seeded.ts';
import { mark, unmark } from './rounded-numbers.ts';

const keys = ['a', 'b', 'c', 'gold', 's', '__proto__', 'x/y', 'm~n', '', 'é', '😀', '-', '01', 'a b', '"'];

/** A key that every client can hold, and that JavaScript leaves in its place. */
const key = (random: Random): string => {
  if (random(8) > 0) return pick(random, random(3) > 0 ? keys.slice(0, 6) : keys);
  const made = text(random);
  const isHeld = made.isWellFormed() && !made.includes('\u0000') && !/^\d+$/.test(made);
  return isHeld ? made : 'a';
};

const edges = [
  ...['9007199254740991', '-9007199254740991', '1e+21', '123456789012345680000', '1e-7', '0.000001'],
  ...['5e-324', '1.7976931348623157e+308', '0.1', '0.30000000000000004', '2147483648', '-1e+100'],
];
const small = (random: Random): string =>
  random(4) > 0 ? String(random(60) - 20) : pick(random, ['0.5', '-2.25', '1.5', '0.1', '12.75']);

/** Whole numbers, with which every client calculates alike. */
export const whole: Parts = { key, number: (random) => String(random(60) - 20) };
/** Numbers that keep their form when a whole number is added. */
export const countable: Parts = { key, number: small };
/** Numbers of at most 15 digits, with which JavaScript calculates exactly. */
export const short: Parts = {
  key,
  number: (random) =>
    random(3) > 0
      ? small(random)
      : pick(random, ['0.000001', '2147483648', '-123456789012345', '1234567.875']),
};
/** Numbers that JavaScript holds. */
export const held: Parts = {
  key,
  number: (random) => (random(3) > 0 ? small(random) : pick(random, edges)),
};
/** Numbers that JavaScript rounds, of which no two are one. */
const large = ['9007199254740993', '12345678901234567890', '12345678901234567891', '0.12345678901234567891'];
export const exact: Parts = {
  key,
  number: (random) => (random(2) > 0 ? small(random) : pick(random, large)),
};
/** Keys with any characters, and numbers in any form. */
export const wild: Parts = {
  key: (random) => (random(3) > 0 ? key(random) : text(random).replace(/^\d+$/, 'a')),
  number: anyNumber,
};
/** Numbers in any form. */
export const written: Parts = { key, number: anyNumber };

const isObject = (given: Json): given is JsonObject =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const made = (random: Random, depth: number, parts: Parts): Json =>
  JSON.parse(mark(value(random, depth, parts)));

function editItems(random: Random, items: readonly Json[], parts: Parts): Json {
  switch (random(5)) {
    case 0:
    case 1:
      return [...items, ...times(1 + random(2), () => made(random, 1, parts))];
    case 2:
      return items.slice(random(2));
    case 3:
      return items.toReversed();
    default:
      return items.map((item) => (random(2) > 0 ? item : editValue(random, item, parts)));
  }
}

function editValue(random: Random, before: Json, parts: Parts): Json {
  if (random(8) === 0) return made(random, 2, parts);
  if (Array.isArray(before)) return editItems(random, before, parts);
  if (!isObject(before)) return random(3) === 0 ? before : made(random, 1, parts);
  const entries = Object.entries(before).flatMap(([name, part]): [string, Json][] => {
    const kind = random(7);
    if (kind === 0) return [];
    return [[name, kind < 4 ? editValue(random, part, parts) : part]];
  });
  if (random(3) === 0) entries.push([parts.key(random), made(random, 2, parts)]);
  return Object.fromEntries(random(8) === 0 ? entries.toReversed() : entries);
}

/** Another document, with most of its parts as before. */
export function edited(random: Random, document: string, parts: Parts): string {
  const before: Json = JSON.parse(mark(document));
  const after = editValue(random, before, parts);
  return unmark(JSON.stringify(isObject(after) ? after : { ...(before as JsonObject), a: after }));
}

/** The same number in another form, for most numbers. */
function respelt(random: Random, token: string): string {
  if (/^-?0$/.test(token)) return pick(random, ['0.0', '-0', '0e5', token]);
  if (/e/i.test(token)) return pick(random, [token, token.replace('e', 'E'), token.replace(/e\+/i, 'e')]);
  if (token.includes('.')) return pick(random, [`${token}0`, `${token}e0`, token]);
  const zeros = random(3);
  return pick(random, [`${token}.0`, `${token}e0`, `${token}${'0'.repeat(zeros)}E-${zeros}`, token]);
}

/** The same value in other words, or in some of them another value. */
export function retold(random: Random, canonical: string): string {
  const isChanged = random(3) === 0;
  const other = canonical.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) => {
    if (token.startsWith('"')) return token;
    return isChanged && random(3) === 0 ? `${token.replace(/[eE].*/, '')}1` : respelt(random, token);
  });
  const told = random(2) === 0 ? other : disguise(random, other);
  // A disguise may add members.
  return told.includes('"gone"') ? other : told;
}

/** A text with a character more or less. */
export function broken(random: Random, source: string): string {
  const at = random(source.length + 1);
  const added = pick(random, [
    '',
    '',
    ',',
    '"',
    '}',
    ']',
    '{',
    ':',
    '0',
    '\\',
    '-',
    '.',
    ' ',
    '\t',
    'e',
    '\u001f',
  ]);
  return source.slice(0, at) + added + source.slice(at + (added === '' ? 1 : random(2)));
}
