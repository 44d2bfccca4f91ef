// Random documents with an edit each, for the tests of any client, as JSON Lines: `npx bun test/vectors/samples.ts 10000 SEED > FILE`.
// The outcomes are those of the client for JavaScript. Only numbers occur that it holds and adds exactly.
import type { Json, JsonObject } from '../../client/src/record.ts';
import { object, type Parts, patchOf, pick, text, times, value } from '../godot/json-samples.ts';
import { type Random, seeded } from '../harness/seeded.ts';
import { answer, textsOf } from './answers.ts';
import { hasIndexKey } from './cases.ts';

/** Members as those of the vectors of the kinds `patch`, `merge` and `difference`. */
export interface Sample {
  readonly document: string;
  /** They may not apply. */
  readonly operations: string;
  /** After the operations; null where they do not apply. */
  readonly result: string | null;
  readonly patch: string;
  /** After the merge patch. */
  readonly merged: string;
  /** The operations of the merge patch. */
  readonly merging: string;
  readonly after: string;
  /** The operations that make the document `after`. */
  readonly difference: string;
}

/** Few keys, which meet each other. */
const keys = ['a', 'b', 'c', 'gold', 's', '__proto__', 'x/y', 'm~n', '', 'é', '😀', '-', '01', 'a b', '"'];

/** A key that every client can hold, and that JavaScript leaves in its place. */
const key = (random: Random): string => {
  if (random(8) > 0) return pick(random, random(3) > 0 ? keys.slice(0, 6) : keys);
  const made = text(random);
  const isHeld = made.isWellFormed() && !made.includes('\u0000') && !/^\d+$/.test(made);
  return isHeld ? made : 'a';
};

/** Whole numbers, with which every client calculates alike. */
const whole: Parts = { key, number: (random) => String(random(60) - 20) };
const small = ['0.5', '-2.25', '1.5', '0.1', '12.75'];
const long = ['0.000001', '2147483648', '-123456789012345', '1234567.875'];
/** Numbers of at most 15 digits, with which JavaScript calculates exactly. */
const short: Parts = {
  key,
  number(random) {
    if (random(3) === 0) return pick(random, long);
    return random(4) > 0 ? whole.number(random) : pick(random, small);
  },
};

const isObject = (given: Json): given is JsonObject =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const made = (random: Random, depth: number): Json => JSON.parse(value(random, depth, short));

function editItems(random: Random, items: readonly Json[]): Json {
  switch (random(5)) {
    case 0:
    case 1:
      return [...items, ...times(1 + random(2), () => made(random, 1))];
    case 2:
      return items.slice(random(2));
    case 3:
      return items.toReversed();
    default:
      return items.map((item) => (random(2) > 0 ? item : editValue(random, item)));
  }
}

function editValue(random: Random, before: Json): Json {
  if (random(8) === 0) return made(random, 2);
  if (Array.isArray(before)) return editItems(random, before);
  if (!isObject(before)) return random(3) === 0 ? before : made(random, 1);
  const entries = Object.entries(before).flatMap(([name, part]): [string, Json][] => {
    const kind = random(7);
    if (kind === 0) return [];
    return [[name, kind < 4 ? editValue(random, part) : part]];
  });
  if (random(3) === 0) entries.push([key(random), made(random, 2)]);
  return Object.fromEntries(random(8) === 0 ? entries.toReversed() : entries);
}

/** Another document, with most of its parts as before. */
function edited(random: Random, document: string): string {
  const before: JsonObject = JSON.parse(document);
  const after = editValue(random, before);
  return JSON.stringify(isObject(after) ? after : { ...before, a: after });
}

export function* makeSamples(count: number, seed: number): Generator<Sample> {
  const random = seeded(seed);
  for (let made = 0; made < count; ) {
    const document = object(random, 4, short);
    const operations = patchOf(random, document, whole);
    const patch = random(2) === 0 ? object(random, 3, short) : edited(random, document);
    const after = edited(random, document);
    const { result, isMalformed } = answer('patch', { document, operations });
    const merge = answer('merge', { document, patch });
    const difference = answer('difference', { before: document, after }).operations;
    const sample = { document, operations, result, patch, merged: merge.result, merging: merge.operations };
    // JavaScript puts members first whose keys are indexes.
    if (isMalformed || textsOf({ ...sample, after }).some(hasIndexKey)) continue;
    // Few of those that do not apply are enough.
    if (result === null && random(4) > 0) continue;
    made += 1;
    yield { ...sample, after, difference };
  }
}

export const linesOf = (count: number, seed: number): string =>
  [...makeSamples(count, seed)].map((sample) => `${JSON.stringify(sample)}\n`).join('');

if (import.meta.main) {
  const [count = '10000', seed = '1'] = process.argv.slice(2);
  process.stdout.write(linesOf(Number(count), Number(seed)));
}
