// Makes the lines of all test vectors: hand-written cases first, then random ones with a fixed seed. An expectation comes from the
// service's own code where it has one, and else from the client for JavaScript; of a hand-written case from the hand.
import { isHeld, placesOf } from '../godot/json-samples.ts';
import { type Random, seeded } from '../harness/seeded.ts';
import { answer, exactAnswer, textsOf } from './answers.ts';
import {
  type Case,
  type Expected,
  type Given,
  givenMembers,
  hasIndexKey,
  type Kind,
  kinds,
  type Marks,
} from './cases.ts';
import { isPathsNeeded } from './needed-paths.ts';
import { randomBatch, randomCompact, randomRebase } from './random-changes.ts';
import {
  randomDifference,
  randomEqual,
  randomJson,
  randomMerge,
  randomPatch,
  randomPointer,
  randomSum,
  randomUpon,
} from './random-values.ts';
import { areEqual, merged, patched, sumOf } from './reference.ts';
import { roundableNumbers } from './rounded-numbers.ts';
import { written } from './written.ts';

const seed = 20260;

interface Plan<K extends Kind> {
  readonly make: (random: Random) => Given<K>;
  readonly count: number;
  /** A case of which few are enough. */
  readonly isDull?: (expected: Expected<K>) => boolean;
}

const plans: { readonly [K in Kind]: Plan<K> } = {
  json: { make: randomJson, count: 260 },
  pointer: { make: randomPointer, count: 180 },
  equal: { make: randomEqual, count: 240 },
  patch: { make: randomPatch, count: 520, isDull: ({ result }) => result === null },
  merge: { make: randomMerge, count: 280 },
  difference: { make: randomDifference, count: 240 },
  upon: { make: randomUpon, count: 260 },
  sum: { make: randomSum, count: 180 },
  compact: { make: randomCompact, count: 260, isDull: ({ result }) => result.length === 0 },
  rebase: { make: randomRebase, count: 280 },
  batch: { make: randomBatch, count: 220 },
};

/** The expectation of the service's code, or undefined for a kind that it does not know. */
function referenceOf(kind: Kind, given: unknown): unknown {
  switch (kind) {
    case 'equal': {
      const { left, right } = given as Given<'equal'>;
      return { isEqual: areEqual(left, right) };
    }
    case 'patch': {
      const { document, operations } = given as Given<'patch'>;
      const { isMalformed } = answer('patch', given as Given<'patch'>);
      const result = patched(document, operations);
      if (isMalformed && result !== null) throw new Error(`the service takes ${operations}`);
      return { result, ...(isMalformed && { isMalformed }) };
    }
    case 'merge': {
      const { document, patch } = given as Given<'merge'>;
      return { ...exactAnswer('merge', given as Given<'merge'>), result: merged(document, patch) };
    }
    case 'sum': {
      const { left, right } = given as Given<'sum'>;
      return { sum: sumOf(left, right) };
    }
    default:
      return undefined;
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The outcome that agrees with the hand. A number like `1.0` is no other one than `1`, which marked numbers would be. */
function expectedOf<K extends Kind>(kind: K, given: Given<K>, byHand: Partial<Case<K>>): Expected<K> {
  const hand = Object.entries(byHand).filter(([name]) => !givenMembers[kind].includes(name));
  const make = kind === 'json' ? answer : exactAnswer;
  const made: unknown = referenceOf(kind, given) ?? safely(make, kind, given);
  const agreeing = [made, safely(answer, kind, given)].find((outcome) => {
    return hand.every(([name, value]) => isSame((outcome as Record<string, unknown>)[name], value));
  });
  if (agreeing !== undefined) return agreeing as Expected<K>;
  const isWhole = hand.length > 0;
  // The client for JavaScript rounds, and the service does not know the kind.
  if (isWhole && textsOf(given).flatMap(roundableNumbers).length > 0)
    return Object.fromEntries(hand) as never;
  throw new Error(`${kind} ${JSON.stringify(byHand)}: the outcome is ${JSON.stringify(made)}`);
}

/** Undefined for a case with a key that JavaScript moves. @throws an error where the client differs without a rounded number */
function caseOf<K extends Kind>(
  kind: K,
  given: Given<K>,
  byHand: Partial<Case<K>> = {},
): Case<K> | undefined {
  const expected = expectedOf(kind, given, byHand);
  const isExact = !isSame(safely(answer, kind, given), expected);
  const texts = textsOf({ ...given, ...expected });
  if (texts.some(hasIndexKey)) return undefined;
  if (isExact && texts.flatMap(roundableNumbers).length === 0)
    throw new Error(
      `${kind} ${JSON.stringify(given)}: the client says ${JSON.stringify(safely(answer, kind, given))}, not ${JSON.stringify(expected)}`,
    );
  const marks: Marks = {
    ...(isExact && { exact: true }),
    ...(hasUnits(kind, given) && { units: true }),
    ...(kind === 'compact' && isPathsNeeded(given as Given<'compact'>) && { paths: true }),
  };
  return { ...given, ...expected, ...marks };
}

function safely<K extends Kind>(make: typeof answer, kind: K, given: Given<K>): unknown {
  try {
    return make(kind, given);
  } catch (error) {
    // No calculation is possible with a marked number.
    return { error: String(error) };
  }
}

/** Has a key or pointer a character that a string of Godot cannot hold? Keys of `json` and `equal` it keeps as text. */
function hasUnits(kind: Kind, given: unknown): boolean {
  if (kind === 'json' || kind === 'equal') return false;
  if (kind === 'pointer') return !isHeld(JSON.parse((given as Given<'pointer'>).pointer));
  return textsOf(given).some((text) => {
    const names = placesOf(JSON.parse(text)).flatMap(({ at, held }) => [
      at,
      /\/(?:path|from)$/.test(at) ? held : '',
    ]);
    return !names.every((name) => typeof name !== 'string' || isHeld(name));
  });
}

const mostCharacters = 1_400;

function* casesOf<K extends Kind>(kind: K, start: number, times: number): Generator<Case<K>> {
  for (const each of written[kind]) {
    const members = givenMembers[kind];
    const given = Object.fromEntries(Object.entries(each).filter(([name]) => members.includes(name)));
    const made = caseOf(kind, given as Given<K>, each as Partial<Case<K>>);
    if (made === undefined) throw new Error(`${JSON.stringify(each)} has a key that JavaScript moves`);
    yield made;
  }
  const random = seeded(start + kinds.indexOf(kind));
  const { make, count, isDull = () => false } = plans[kind];
  for (let made = 0; made < count * times; ) {
    const each = caseOf(kind, make(random));
    if (each === undefined || JSON.stringify(each).length > mostCharacters) continue;
    if (isDull(each) && random(4) > 0) continue;
    made += 1;
    yield each;
  }
}

export interface VectorFile {
  readonly kind: Kind;
  readonly text: string;
}

/** The files of sdks/vectors. */
export const makeFiles = (start = seed, times = 1): readonly VectorFile[] =>
  kinds.map((kind) => ({
    kind,
    text: [...casesOf(kind, start, times)].map((each) => `${JSON.stringify(each)}\n`).join(''),
  }));
