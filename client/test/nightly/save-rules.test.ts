// The rules of a save in the client and in the model (test/models/save_rules.py): random documents, edits and records of others have the
// same outcome, to the last digit.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { amount } from '../../../test/harness/nightly.ts';
import { type Random, seed, seeded } from '../../../test/harness/seeded.ts';
import { isSame, type ObjectValue, parseText, toText, type Value } from '../../src/save/exact.ts';
import { changedPaths, difference, merge3 } from '../../src/save/merge3.ts';
import { applyPatch, DoesNotApply, type Operation } from '../../src/save/patch.ts';
import { formatPointer, type Path, parsePointer } from '../../src/save/pointer.ts';
import {
  addStep,
  applyEdit,
  documentOf,
  joined,
  mergeRecord,
  mergeState,
  requestOf,
  type Step,
  type Unsent,
} from '../../src/save/unsent.ts';
import { giveOut } from '../../src/save/values.ts';

type Edit = { readonly set: ObjectValue } | Step;

interface Case {
  readonly base: ObjectValue;
  readonly mine: ObjectValue;
  readonly theirs: ObjectValue;
  readonly edits: readonly Edit[];
  readonly later: readonly Edit[];
  readonly units: readonly string[];
  readonly winner: 'mine' | 'theirs';
  readonly begins: boolean;
  readonly most: number;
  /** No number is exact, so the documents are such as a game hands over. */
  readonly isData: boolean;
}

// Random cases. Few keys and values, so that they meet; booleans are numbers in Python.

const pick = <T>(random: Random, items: readonly T[]): T => items[random(items.length)] as T;
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const keys = ['a', 'b', 'c', 'x/y', 'm~n', '__proto__', 'é'];
const scalars = ['1', '2', '-7', '"t"', '""', 'null', '12345678901234567890', '12345678901234567891'];
let isData = false;

function text(random: Random, depth: number): string {
  const kind = depth === 0 ? 9 : random(9);
  if (kind < 4) return objectText(random, depth - 1);
  if (kind < 6) return `[${times(random(6), () => text(random, depth - 1)).join(',')}]`;
  return pick(random, isData ? scalars.slice(0, -2) : scalars);
}

const objectText = (random: Random, depth: number): string => {
  const names = new Set(times(random(5), () => pick(random, keys)));
  return `{${[...names].map((name) => `${JSON.stringify(name)}:${text(random, depth)}`).join(',')}}`;
};

const isArray = (value: Value): value is readonly Value[] => Array.isArray(value);
const isObject = (value: Value): value is ObjectValue =>
  typeof value === 'object' &&
  value !== null &&
  !isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/** A value with a few changes. */
function edited(random: Random, value: Value): Value {
  if (random(12) === 0) return parseText(text(random, 2));
  if (isArray(value)) {
    const items = value
      .filter(() => random(8) > 0)
      .map((item) => (random(6) === 0 ? edited(random, item) : item));
    const added = times(random(3), () => parseText(text(random, 1)));
    return random(6) === 0 ? [...added, ...items] : [...items, ...added];
  }
  if (!isObject(value)) return random(3) > 0 ? value : parseText(text(random, 1));
  const members = Object.entries(value).filter(() => random(9) > 0);
  const entries = members.map(([key, part]) => [key, random(3) === 0 ? edited(random, part) : part] as const);
  const added = random(3) === 0 ? [[pick(random, keys), parseText(text(random, 2))] as const] : [];
  return Object.fromEntries([...entries, ...added]);
}

const editedObject = (random: Random, value: ObjectValue): ObjectValue => {
  const made = edited(random, value);
  return isObject(made) ? made : { ...value, a: made };
};

/** The paths of members, and of some that are not there. */
const pathsOf = (value: Value, at: Path = []): readonly Path[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, part]) => [[...at, key], ...pathsOf(part, [...at, key])])
    : [];

function stepOf(random: Random, document: ObjectValue, isSingle = false): Step {
  const paths = [...pathsOf(document), [pick(random, keys)], ['c', pick(random, keys)]];
  const fitting = (fits: (value: Value) => boolean): string => {
    const found = paths.filter((path) =>
      fits(path.reduce<Value>((value, key) => Object(value)[key] ?? null, document)),
    );
    return formatPointer(pick(random, found.length > 0 && random(6) > 0 ? found : paths));
  };
  const kind = random(isSingle ? 2 : 3);
  if (kind === 0) {
    const bounds = random(3) === 0 ? { min: pick(random, [0, -5]), max: pick(random, [5, 30]) } : {};
    const path = fitting((value) => typeof value === 'number' || value === null || !Object(value).length);
    return { op: 'increment', path, by: random(9) - 3, ...bounds };
  }
  const items = times(1 + random(3), () => parseText(text(random, 1)));
  const bound = random(3) === 0 ? { maxItems: 1 + random(4) } : {};
  if (kind === 1) return { op: 'append', path: fitting(isArray), items, ...bound };
  const operations = times(1 + random(3), (): Operation => {
    const step = stepOf(random, document, true);
    if (step.op === 'increment') return step;
    const path = fitting(() => true);
    const value = path
      .split('/')
      .reduce<Value>((part, token) => (token === '' ? part : (Object(part)[token] ?? null)), document);
    const op = pick(random, ['test', 'add', 'replace', 'remove', 'append'] as const);
    if (op === 'remove') return { op, path };
    if (op === 'append')
      return { op, path: step.op === 'append' ? step.path : path, value: items[0] as Value, ...bound };
    return { op, path, value: op === 'test' && random(4) > 0 ? value : (items[0] as Value) };
  });
  return { op: 'patch', operations };
}

function makeCase(random: Random): Case {
  isData = random(2) === 0;
  const base = parseText(objectText(random, 3)) as ObjectValue;
  const mine = editedObject(random, base);
  const edits = (from: ObjectValue): Edit[] =>
    times(random(5), () => (random(3) === 0 ? { set: editedObject(random, from) } : stepOf(random, from)));
  return {
    base,
    mine,
    theirs: editedObject(random, random(3) === 0 ? mine : base),
    edits: edits(base),
    later: edits(mine),
    units: random(3) === 0 ? [pick(random, ['', '/a', '/b', '/a/b', '/c'])] : [],
    winner: random(3) === 0 ? 'theirs' : 'mine',
    begins: random(2) === 0,
    most: pick(random, [1, 2, 3, 5, 1000]),
    isData,
  };
}

// The answers of the client, in the form of those of test/models/save_answers.py.

const pointersOf = (paths: readonly Path[]): readonly string[] => paths.map(formatPointer);
const factsOf = (unsent: Unsent) => ({
  plain: unsent.plain,
  steps: unsent.steps,
  document: documentOf(unsent),
});

function unsentOf(
  document: ObjectValue,
  edits: readonly Edit[],
): readonly [unsent: Unsent, refused: number[]] {
  let unsent: Unsent = { plain: document, steps: [] };
  const refused: number[] = [];
  for (const [number, edit] of edits.entries())
    try {
      unsent = 'set' in edit ? applyEdit(unsent, edit.set) : addStep(unsent, edit);
    } catch (error) {
      if (!(error instanceof DoesNotApply)) throw error;
      refused.push(number);
    }
  return [unsent, refused];
}

function answer({ base, mine, theirs, edits, later, winner, begins, most, isData, ...given }: Case): unknown {
  const units = given.units.map(parsePointer);
  const [unsent, refused] = unsentOf(base, edits);
  const merge = merge3(base, mine, theirs, { units, winner, begins });
  const record = mergeRecord(base, unsent, theirs, { units, winner, begins });
  const state = mergeState(unsent, mine, theirs, units);
  const request = requestOf(theirs, unsent, most, units);
  if (!isSame(applyPatch(theirs, request.operations), documentOf(request.held)))
    throw new Error(`the request makes another record of ${toText(theirs)}`);
  return {
    difference: difference(base, mine),
    changed: pointersOf(changedPaths(base, mine)),
    merged: merge.merged,
    disputed: pointersOf(merge.disputed),
    unsent: factsOf(unsent),
    refused,
    joined: factsOf(joined(unsent, unsentOf(documentOf(unsent), later)[0])),
    record: [factsOf(record.unsent), pointersOf(record.disputed), record.refused],
    state: isData ? [factsOf(state.unsent), pointersOf(state.disputed)] : null,
    request: [request.operations, factsOf(request.held), request.waiting],
  };
}

const python = Bun.which('python3');
const note = python === null ? ' (skipped: there is no python3)' : '';
const script = join(import.meta.dir, '../../../test/models/save_answers.py');

describe.skipIf(python === null)(`the rules of a save${note}`, () => {
  test(`are the same in the model, from seed ${seed} on`, () => {
    const random = seeded(seed);
    const cases = times(amount(2_000, 10_000), () => giveOut(makeCase(random) as never) as Case);
    const lines = cases.map((each) => `${toText(each as unknown as Value)}\n`).join('');
    const { stdout } = Bun.spawnSync([python ?? '', '-B', script], {
      stdin: Buffer.from(lines),
      stderr: 'inherit',
    });
    const answers = stdout.toString().trimEnd().split('\n');
    expect(answers.length).toBe(cases.length);
    for (const [index, each] of cases.entries()) {
      const own = toText(answer(each) as Value);
      if (own !== answers[index]) expect([each, own]).toEqual([each, answers[index] ?? '']);
    }
  }, 600_000);
});
