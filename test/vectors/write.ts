// Completes the test vectors of all clients: `npm run vectors`. A new line of sdks/vectors needs what is given alone. The expectation comes
// from the service's own code where it has one, and else from the client for JavaScript. One that stands in the line has to come out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { QueuedChange } from '../../client/src/save/change.ts';
import { compactChanges } from '../../client/src/save/compact.ts';
import { isHeld, placesOf } from '../godot/json-samples.ts';
import { answer, changeOf, exactAnswer, textsOf } from './answers.ts';
import {
  type Case,
  type Expected,
  folder,
  type Given,
  hasIndexKey,
  type Kind,
  kinds,
  type Marks,
  partsOf,
  type VectorChange,
} from './cases.ts';
import { areEqual, merged, patched, sumOf } from './reference.ts';
import { mark, roundableNumbers } from './rounded-numbers.ts';
import { completeSaveCases, saveKinds } from './save.ts';

/** The expectations of the service's code. */
const references: { readonly [K in Kind]?: (given: Given<K>) => Expected<K> } = {
  equal: ({ left, right }) => ({ isEqual: areEqual(left, right) }),
  patch(given) {
    const { isMalformed } = answer('patch', given);
    const result = patched(given.document, given.operations);
    if (isMalformed && result !== null) throw new Error(`the service takes ${given.operations}`);
    return { result, ...(isMalformed && { isMalformed }) };
  },
  merge: (given) => ({ ...exactAnswer('merge', given), result: merged(given.document, given.patch) }),
  sum: ({ left, right }) => ({ sum: sumOf(left, right) }),
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The answer, or the error: no calculation is possible with a marked number. */
function safely<K extends Kind>(make: typeof answer, kind: K, given: Given<K>): unknown {
  try {
    return make(kind, given);
  } catch (error) {
    return error;
  }
}

/** A number like `1.0` is no other one than `1`, which marked numbers would be, so the plain answer of the client may be right too. */
function expectedOf<K extends Kind>(kind: K, given: Given<K>, byHand: Expected<K>): Expected<K> {
  const made = references[kind]?.(given) ?? safely(kind === 'json' ? answer : exactAnswer, kind, given);
  if (Object.keys(byHand).length === 0 && !(made instanceof Error)) return made as Expected<K>;
  if ([made, safely(answer, kind, given)].some((outcome) => isSame(outcome, byHand))) return byHand;
  // The client for JavaScript rounds, and cannot calculate with marked numbers.
  if (made instanceof Error && textsOf(given).flatMap(roundableNumbers).length > 0) return byHand;
  throw new Error(`${kind} ${JSON.stringify({ ...given, ...byHand })}: the outcome is ${inspect(made)}`);
}

/** @throws Error where the expectation is another one, or the client differs without a rounded number */
export function complete<K extends Kind>(kind: K, line: Case<K>): Case<K> {
  const [given, byHand] = partsOf(kind, line);
  const expected = expectedOf(kind, given, byHand);
  const own = safely(answer, kind, given);
  const isExact = !isSame(own, expected);
  const texts = textsOf({ ...given, ...expected });
  if (texts.some(hasIndexKey)) throw new Error(`${JSON.stringify(line)} has a key that JavaScript moves`);
  if (isExact && texts.flatMap(roundableNumbers).length === 0)
    throw new Error(`${kind} ${JSON.stringify(line)}: the client says ${JSON.stringify(own)}`);
  const marks: Marks = {
    ...(isExact && { exact: true }),
    ...(hasUnits(kind, given) && { units: true }),
    ...(kind === 'compact' && isPathsNeeded(given as Given<'compact'>) && { paths: true }),
  };
  return { ...given, ...expected, ...marks };
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

/** The change with a string for each number that JavaScript rounds. */
function markedChange(change: VectorChange): QueuedChange {
  const members = Object.entries(change).map(([name, part]) => [
    name,
    typeof part === 'string' && name !== 'kind' ? mark(part) : part,
  ]);
  return changeOf(Object.fromEntries(members));
}

/** Is a set joined with one that is not its neighbour, or another change with one before a set? */
function isPathsNeeded({ document, changes, isAny }: Given<'compact'>): boolean {
  const all = changes.map((change) =>
    change.kind === 'increment' ? changeOf(change) : markedChange(change),
  );
  const places: QueuedChange[] = [];
  return all.some((change, index) => {
    const compacted = compactChanges(JSON.parse(mark(document)), all.slice(0, index + 1), isAny);
    const isGone = compacted.has(change.number) && compacted.get(change.number) === undefined;
    if (!isGone) {
      places.push(change);
      return false;
    }
    const target = [...compacted].find(([, joined]) => joined?.id === change.id)?.[0] ?? 0;
    const passed = places.filter(({ number }) => number > target);
    return 'data' in change.body ? passed.length > 0 : passed.some(({ body }) => 'data' in body);
  });
}

export const readCases = <K extends Kind>(kind: K): readonly Case<K>[] =>
  readFileSync(join(folder, `${kind}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

if (import.meta.main) {
  for (const kind of kinds) {
    const lines = readCases(kind).map((line) => `${JSON.stringify(complete(kind, line))}\n`);
    await Bun.write(join(folder, `${kind}.jsonl`), lines.join(''));
  }
  for (const kind of saveKinds) await completeSaveCases(kind);
}
