// The form of a test vector: one case of one kind, as sdks/vectors/README.md describes it. Everything that a client parses is JSON
// text in a string.
import { join } from 'node:path';

/** A change as it waits, or as it is stored or goes again. */
export interface VectorChange {
  readonly number: number;
  readonly id?: string;
  readonly kind?: string;
  readonly operations?: string;
  readonly patch?: string;
  readonly data?: string;
  /** Of a `set`: the document upon which it was made. */
  readonly view?: string;
  /** Of joined sets. */
  readonly again?: string;
  readonly count?: number;
  readonly isAlone?: boolean;
  readonly isAgain?: boolean;
}

type Body = Pick<VectorChange, 'operations' | 'patch' | 'data'>;

/** Each kind with the members that are given and those that are expected. */
export interface Kinds {
  json: [given: { text: string }, expected: { canonical: string | null }];
  pointer: [given: { pointer: string }, expected: { tokens: string | null }];
  equal: [given: { left: string; right: string }, expected: { isEqual: boolean }];
  patch: [
    given: { document: string; operations: string },
    expected: { result: string | null; isMalformed?: true },
  ];
  merge: [given: { document: string; patch: string }, expected: { result: string; operations: string }];
  difference: [given: { before: string; after: string }, expected: { operations: string }];
  upon: [given: { before: string; after: string; target: string }, expected: { operations: string }];
  sum: [given: { left: string; right: string }, expected: { sum: string | null }];
  compact: [
    given: { document: string; changes: readonly VectorChange[]; isAny: boolean },
    expected: { result: readonly VectorChange[] },
  ];
  rebase: [
    given: { changes: readonly VectorChange[]; base: string; theirs: string; decision?: string },
    expected: {
      isConflict: boolean;
      result: readonly VectorChange[];
      mine: string;
      decided?: Body | null;
      kept?: readonly number[];
    },
  ];
  batch: [
    given: { changes: readonly VectorChange[]; document: string; etag?: string },
    expected: {
      method: string;
      type: string;
      body: string;
      numbers: readonly number[];
      ifMatch?: string;
      ifNoneMatch?: string;
    },
  ];
}

export type Kind = keyof Kinds;
export type Given<K extends Kind> = Kinds[K][0];
export type Expected<K extends Kind> = Kinds[K][1];

export interface Marks {
  /** The outcome depends on a number that JavaScript rounds or writes in another way. */
  readonly exact?: true;
  /** A key or pointer has U+0000 or half a surrogate pair. */
  readonly units?: true;
  /** A `set` is joined with one that is not its neighbour. */
  readonly paths?: true;
}

export type Case<K extends Kind> = Given<K> & Expected<K> & Marks;

/** The members of each kind that are given. */
export const givenMembers: Readonly<Record<Kind, readonly string[]>> = {
  json: ['text'],
  pointer: ['pointer'],
  equal: ['left', 'right'],
  patch: ['document', 'operations'],
  merge: ['document', 'patch'],
  difference: ['before', 'after'],
  upon: ['before', 'after', 'target'],
  sum: ['left', 'right'],
  compact: ['document', 'changes', 'isAny'],
  rebase: ['changes', 'base', 'theirs', 'decision'],
  batch: ['changes', 'document', 'etag'],
};

export const kinds = Object.keys(givenMembers) as readonly Kind[];

const marks = ['exact', 'units', 'paths'];

/** A case that was read, as its two parts. */
export function partsOf<K extends Kind>(kind: K, line: Case<K>): readonly [given: Given<K>, Expected<K>] {
  const isGiven = ([name]: readonly [string, unknown]) => givenMembers[kind].includes(name);
  // Merges have `operations` in their expectation, and patches in what is given.
  const members = Object.entries(line).filter(([name]) => !marks.includes(name));
  return [
    Object.fromEntries(members.filter(isGiven)),
    Object.fromEntries(members.filter((member) => !isGiven(member))),
  ] as never;
}

/** Members that JavaScript would put first. */
export const hasIndexKey = (text: string): boolean => /"(?:0|[1-9]\d*)":/.test(text);

export const folder = join(import.meta.dir, '../../sdks/vectors');
