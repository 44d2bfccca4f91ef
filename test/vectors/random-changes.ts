// Random cases about changes that wait: their compaction, their way upon another record, and the next request.
import type { JsonObject } from '../../client/src/record.ts';
import { applyChange, applyChanges } from '../../client/src/save/change.ts';
import { checkOperations } from '../../client/src/save/check-operations.ts';
import { isEqual } from '../../client/src/save/equality.ts';
import { object, type Parts, patchOf, pick, times, value } from '../godot/json-samples.ts';
import type { Random } from '../harness/seeded.ts';
import { attempt, exactAnswer } from './answers.ts';
import type { Given, VectorChange } from './cases.ts';
import { isPathsNeeded, markedChange } from './needed-paths.ts';
import { countable, edited, exact, whole } from './random-json.ts';
import { mark, unmark } from './rounded-numbers.ts';

/** Few places, so that changes meet each other. */
const pointers = [
  '/a',
  '/b',
  '/s',
  '/s/a',
  '/s/a/b',
  '/gold',
  '/__proto__',
  '/x~1y',
  '/a/-',
  '/new/deep',
  '',
];
const patches = [
  '{"a":1}',
  '{"a":2}',
  '{"s":{"a":1}}',
  '{"s":{"a":2}}',
  '{"s":{"a":null}}',
  '{"s":{}}',
  '{"b":[1]}',
];
const sets = [
  '{"a":1}',
  '{"a":2}',
  '{"b":[1]}',
  '{"b":[1,2]}',
  '{"s":{"a":1}}',
  '{"s":{"a":2}}',
  '{"gold":7}',
];

const member = (name: string, text: string): string => `,"${name}":${text}`;

function addition(random: Random, parts: Parts): { readonly kind: string; readonly operations: string } {
  const path = pick(random, random(2) === 0 ? pointers.slice(0, 6) : pointers);
  const isPlain = random(3) > 0;
  // A large number is no summand here.
  const counted = parts === exact ? pick(random, ['/count', '/s/count']) : path;
  let options = '';
  if (random(2) === 0) {
    for (const name of ['min', 'max', 'initial'])
      if (!isPlain && random(2) === 0) options += member(name, String(random(20) - 5));
    const by = String(random(12) - 4 || 1);
    return {
      kind: 'increment',
      operations: `[{"op":"increment","path":${JSON.stringify(counted)},"by":${by}${options}}]`,
    };
  }
  if (!isPlain) options = member('maxItems', String(1 + random(3)));
  const item = value(random, 1, countable);
  return {
    kind: 'append',
    operations: `[{"op":"append","path":${JSON.stringify(path)},"value":${item}${options}}]`,
  };
}

type Made = Omit<VectorChange, 'number'>;

function madeChange(random: Random, view: string, parts: Parts): Made {
  switch (random(8)) {
    case 0:
    case 1: {
      return { kind: 'set', data: edited(random, view, parts), view };
    }
    case 2:
    case 3:
      return { kind: 'merge', patch: random(2) === 0 ? pick(random, patches) : object(random, 2, parts) };
    case 4:
      return {
        kind: 'patch',
        operations: parts === exact ? '[{"op":"remove","path":"/a"}]' : patchOf(random, view, whole),
      };
    default:
      return addition(random, parts);
  }
}

/** A change that is often joined with another one. */
function joinable(random: Random, view: string, parts: Parts): Made {
  if (random(6) === 0) return madeChange(random, view, parts);
  const path = pick(random, parts === exact ? ['/count', '/s/count'] : ['/gold', '/s/a', '/count']);
  const options = random(8) === 0 ? member('initial', String(random(9))) : '';
  // Neighbours of one kind, at times.
  switch (view.includes('"sets"') ? 3 : random(4)) {
    case 0:
      return {
        kind: 'increment',
        operations: `[{"op":"increment","path":"${path}","by":${1 + random(9)}${options}}]`,
      };
    case 1: {
      const last = random(3) === 0 ? member('maxItems', String(1 + random(2))) : '';
      return { kind: 'append', operations: `[{"op":"append","path":"/log","value":${random(9)}${last}}]` };
    }
    case 2:
      return { kind: 'merge', patch: pick(random, patches) };
    default: {
      const [known, set] = [JSON.parse(mark(view)), JSON.parse(pick(random, sets))];
      return { kind: 'set', data: unmark(JSON.stringify({ ...known, ...set })), view };
    }
  }
}

/** Would a save refuse the operations before it keeps them? */
const isMalformed = ({ operations }: Made): boolean =>
  operations !== undefined && attempt(() => checkOperations(JSON.parse(operations))) === null;

const isPossible = (document: JsonObject, change: VectorChange): boolean =>
  attempt(() => applyChange(document, markedChange(change))) !== null;

/** Changes as a game makes them upon its view. Few of them do not apply to it. */
function changesUpon(
  random: Random,
  document: string,
  parts: Parts,
  most: number,
  make = madeChange,
): readonly VectorChange[] {
  let view: JsonObject = JSON.parse(mark(document));
  const changes: VectorChange[] = [];
  for (let number = 1 + random(3); changes.length < most; number += 1 + (random(5) === 0 ? 1 : 0)) {
    const made = make(random, unmark(JSON.stringify(view)), parts);
    const change: VectorChange = {
      ...{ number, ...made },
      ...(random(12) === 0 && { isAlone: true }),
      ...(random(10) === 0 && { count: 2 + random(3) }),
    };
    if (isMalformed(made) || (!isPossible(view, change) && random(6) > 0)) continue;
    changes.push(change);
    view = applyChanges(view, [markedChange(change)]);
  }
  return changes;
}

const partsOf = (random: Random): Parts => (random(6) === 0 ? exact : countable);

export function randomCompact(random: Random): Given<'compact'> {
  const parts = partsOf(random);
  const document = pick(random, [
    '{}',
    '{"sets":1,"s":{"a":1}}',
    ...times(3, () => object(random, 2, parts)),
  ]);
  const made = changesUpon(random, document, parts, 2 + random(7), random(4) > 0 ? joinable : madeChange);
  const begin: VectorChange[] = [{ number: 0, kind: 'initial', data: document }];
  const isBegun = document === '{}' || random(8) > 0;
  return {
    document: isBegun ? document : '{}',
    changes: isBegun ? made : [...begin, ...made],
    isAny: random(2) === 0,
  };
}

/** The changes after those were joined that need no paths. */
function fewer(document: string, changes: readonly VectorChange[], isAny: boolean): readonly VectorChange[] {
  const given = { document, changes, isAny };
  if (isPathsNeeded(given)) return changes;
  const stored = new Map(exactAnswer('compact', given).result.map((change) => [change.number, change]));
  return changes.flatMap((change): VectorChange[] => {
    const joined = stored.get(change.number);
    if (joined === undefined) return [change];
    if (joined.kind === undefined) return [];
    const { id: _, ...own } = joined;
    return [{ ...own, ...(change.view !== undefined && { view: change.view }) }];
  });
}

export function randomRebase(random: Random): Given<'rebase'> {
  const parts = partsOf(random);
  // All of these changes are sets, which are often joined.
  const isOfSets = random(4) === 0;
  const base = isOfSets ? '{"sets":1,"s":{"a":1},"c":[1]}' : object(random, 2, parts);
  const made = changesUpon(
    random,
    base,
    parts,
    1 + random(5),
    isOfSets || random(2) > 0 ? joinable : madeChange,
  );
  const changes = isOfSets || random(3) === 0 ? fewer(base, made, random(2) === 0) : made;
  const states = times(2, () => (random(6) === 0 ? object(random, 2, parts) : edited(random, base, parts)));
  const [theirs = '{}', other = '{}'] = states;
  if (isEqual(JSON.parse(mark(base)), JSON.parse(mark(theirs)))) return randomRebase(random);
  if (random(2) === 0) return { changes, base, theirs };
  return {
    changes,
    base,
    theirs,
    decision: pick(random, [base, theirs, other, edited(random, theirs, parts)]),
  };
}

export function randomBatch(random: Random): Given<'batch'> {
  const parts = partsOf(random);
  const etag = random(8) > 0 ? { etag: `"${random(100)}"` } : {};
  if (random(8) === 0) {
    const data = object(random, 2, parts);
    const begin: VectorChange = {
      number: 0,
      kind: 'initial',
      data,
      ...(random(2) === 0 && { isAgain: true }),
    };
    return { changes: [begin, ...changesUpon(random, data, parts, random(3))], document: '{}', ...etag };
  }
  const document = object(random, 2, parts);
  return { changes: changesUpon(random, document, parts, 1 + random(5)), document, ...etag };
}
