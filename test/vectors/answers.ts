// The answers of the client for JavaScript to test vectors. A number that JavaScript rounds makes another answer than an exact
// client gives; `exactAnswer` leaves such numbers out of its hands.
import { itemTexts, memberText } from '../../client/src/json-source.ts';
import type { PatchOperation } from '../../client/src/metadata.ts';
import type { JsonObject } from '../../client/src/record.ts';
import { composeBatch } from '../../client/src/save/batch.ts';
import { type Change, type QueuedChange, setBody } from '../../client/src/save/change.ts';
import { checkOperations } from '../../client/src/save/check-operations.ts';
import { compactChanges } from '../../client/src/save/compact.ts';
import { addDecimals } from '../../client/src/save/decimal.ts';
import { isEqual, parseExact } from '../../client/src/save/equality.ts';
import {
  applyOperations,
  operationsBetween,
  operationsOfMerge,
  operationsUpon,
} from '../../client/src/save/operations.ts';
import { formatPointer, parsePointer } from '../../client/src/save/pointer.ts';
import { changesOfDecision, rebaseChanges } from '../../client/src/save/rebase.ts';
import type { Expected, Given, Kind, VectorChange } from './cases.ts';
import { mark, unmark } from './rounded-numbers.ts';

const object = (text: string): JsonObject => JSON.parse(text);

/** The result of a function; null where it throws. */
export function attempt<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}

const scalar = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** JSON without white space, whose numbers keep their digits. @throws an error for a text that is no JSON */
export function canonicalOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed.startsWith('"')) return JSON.stringify(JSON.parse(trimmed));
  if (trimmed.startsWith('[')) return `[${itemTexts(trimmed).map(canonicalOf).join(',')}]`;
  if (!trimmed.startsWith('{')) {
    // The parser of Bun takes `1.` for a number.
    if (!scalar.test(trimmed)) throw new SyntaxError(`${trimmed} is no value`);
    return trimmed;
  }
  const members = Object.keys(JSON.parse(trimmed)).map((key) => {
    return `${JSON.stringify(key)}:${canonicalOf(memberText(trimmed, [key]) ?? '')}`;
  });
  return `{${members.join(',')}}`;
}

function bodyOf({ operations, patch, data = '', view, again }: VectorChange): Change['body'] {
  if (operations !== undefined) return { operations: JSON.parse(operations) };
  if (patch !== undefined) return { patch: object(patch) };
  if (view === undefined) return { data: object(data) };
  const body = setBody(object(view), object(data));
  if (again === undefined || !('data' in body)) return body;
  const pointers: readonly string[] = JSON.parse(again);
  return { ...body, paths: [...new Set([...(body.paths ?? []), ...pointers])], again: pointers };
}

export const changeOf = (change: VectorChange): QueuedChange => ({
  number: change.number,
  id: String(change.number),
  kind: change.kind as Change['kind'],
  madeAt: '',
  body: bodyOf(change),
  ...(change.count !== undefined && { count: change.count }),
  ...(change.isAlone && { isAlone: true }),
  ...(change.isAgain && { isAgain: true }),
});

function writtenBody({ body }: Pick<Change, 'body'>): Pick<VectorChange, 'operations' | 'patch' | 'data'> {
  if ('operations' in body) return { operations: JSON.stringify(body.operations) };
  return 'patch' in body ? { patch: JSON.stringify(body.patch) } : { data: JSON.stringify(body.data) };
}

function writtenJoin(number: number, change: Change | undefined): VectorChange {
  if (change === undefined) return { number };
  const { id, kind, body, count = 1 } = change;
  const again = 'data' in body ? { again: JSON.stringify((body.again ?? []).toSorted()) } : {};
  return { number, id, kind, count, ...writtenBody(change), ...again };
}

type Answers = { readonly [K in Kind]: (given: Given<K>) => Expected<K> };

export const answers: Answers = {
  json: ({ text }) => ({
    canonical: attempt(() => {
      JSON.parse(text);
      return canonicalOf(text);
    }),
  }),
  pointer: ({ pointer }) => ({
    tokens: attempt(() => {
      const path = parsePointer(JSON.parse(pointer));
      if (formatPointer(path) !== JSON.parse(pointer)) throw new Error('it comes back as another one');
      return JSON.stringify(path);
    }),
  }),
  equal: ({ left, right }) => ({ isEqual: isEqual(parseExact(left), parseExact(right)) }),
  patch({ document, operations }) {
    const parsed: readonly PatchOperation[] = JSON.parse(operations);
    if (attempt(() => checkOperations(parsed)) === null) return { result: null, isMalformed: true };
    return { result: attempt(() => JSON.stringify(applyOperations(object(document), parsed))) };
  },
  merge({ document, patch }) {
    const operations = operationsOfMerge(object(document), object(patch));
    const result = applyOperations(object(document), operations);
    return { result: JSON.stringify(result), operations: JSON.stringify(operations) };
  },
  difference: ({ before, after }) => ({
    operations: JSON.stringify(operationsBetween(JSON.parse(before), JSON.parse(after))),
  }),
  upon: ({ before, after, target }) => ({
    operations: JSON.stringify(operationsUpon(object(before), object(after), object(target))),
  }),
  sum: ({ left, right }) => ({ sum: JSON.stringify(addDecimals(Number(left), Number(right))) }),
  compact({ document, changes, isAny }) {
    const compacted = compactChanges(object(document), changes.map(changeOf), isAny);
    const sorted = [...compacted].sort(([one], [other]) => one - other);
    return { result: sorted.map(([number, change]) => writtenJoin(number, change)) };
  },
  rebase({ changes, base, theirs, decision }) {
    const rebase = rebaseChanges(changes.map(changeOf), base, theirs);
    const result = rebase.changes.map((change) => ({ number: change.number, ...writtenBody(change) }));
    const outcome = { isConflict: rebase.isConflict, result, mine: JSON.stringify(rebase.mine) };
    if (decision === undefined) return outcome;
    const { decided, kept } = changesOfDecision(rebase, object(decision), { id: '', madeAt: '' });
    const numbers = kept.map(({ number }) => number);
    return { ...outcome, decided: decided ? writtenBody(decided) : null, kept: numbers };
  },
  batch({ changes, document, etag }) {
    const [first, ...others] = changes.map(changeOf) as [QueuedChange];
    const batch = composeBatch([first, ...others], object(document), etag, '');
    const { method, type, body, numbers, ifMatch, ifNoneMatch } = batch;
    return {
      ...{ method, type, body, numbers },
      ...(ifMatch !== undefined && { ifMatch }),
      ...(ifNoneMatch !== undefined && { ifNoneMatch }),
    };
  },
};

export const answer = <K extends Kind>(kind: K, given: Given<K>): Expected<K> => answers[kind](given);

/** Applies a function to each JSON text of a case. */
function mapTexts(value: unknown, change: (text: string) => string, name = ''): unknown {
  if (typeof value === 'string') {
    const isPlain = ['id', 'kind', 'etag', 'ifMatch', 'ifNoneMatch', 'method', 'type'].includes(name);
    return isPlain ? value : change(value);
  }
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, change, key)]));
}

/** All JSON texts of a case. */
export function textsOf(value: unknown): readonly string[] {
  const texts: string[] = [];
  mapTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/**
 * The answer of the client if it held each number by its text. It is right where no two of these texts are one number, and no
 * operation calculates with one.
 */
export const exactAnswer = <K extends Kind>(kind: K, given: Given<K>): Expected<K> =>
  mapTexts(answer(kind, mapTexts(given, mark) as Given<K>), unmark) as Expected<K>;
