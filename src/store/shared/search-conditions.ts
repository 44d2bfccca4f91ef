// The conditions of a search in the form in which both engines look them up: one range of bytes for each index, a range of names,
// and a predicate on the facts of a player.
import type { PlayerFacts } from '../ports/players.ts';
import type { MetadataCondition, Period, PlayerSearch } from '../ports/search.ts';
import { encodeIndexValue, INDEXED_CHARACTERS } from './index-values.ts';

/** The entries of an index whose value is in a range of bytes, which compare like the values. */
export interface ValueRange {
  readonly indexId: number;
  /** Inclusive. */
  readonly from: Uint8Array;
  /** Exclusive. */
  readonly to: Uint8Array;
}

/** Names in the order of their code points, as both engines sort them. */
export interface NameRange {
  /** Inclusive. */
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

/** A string that is longer than its entry, so that the text of the metadata has to be compared. */
export interface LongString {
  readonly pointer: string;
  /** The text of the JSON string. */
  readonly value: string;
}

export interface SearchConditions {
  /** At most one for each index. */
  readonly values: readonly ValueRange[];
  readonly names: NameRange | undefined;
  readonly longStrings: readonly LongString[];
  /** Does a player match, at a time? Undefined where no condition is on facts. */
  readonly matches: ((facts: PlayerFacts, now: number) => boolean) | undefined;
  /** No player can match, since two conditions exclude each other. */
  readonly isEmpty: boolean;
}

export function toConditions(search: PlayerSearch): SearchConditions {
  const { metadata = [], registered, lastSeen } = search;
  const values = toValueRanges(metadata);
  return {
    values,
    names: namesOf(search),
    longStrings: metadata.flatMap(({ pointer, op, value = '' }) =>
      op === 'eq' && mayBeCut(value) ? [{ pointer, value }] : [],
    ),
    matches: toPredicate(search),
    isEmpty:
      values.some(({ from, to }) => compare(from, to) >= 0) ||
      [registered, lastSeen].some((period) => period !== undefined && isEmptyPeriod(period)),
  };
}

const compare = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b);

/** The smallest bytes, of the empty string, and bytes beyond those of every value: the first byte of a number is at most 255. */
const smallest = new Uint8Array(0);
const beyondAll = new Uint8Array(16).fill(0xff);

/** The bytes that follow next. */
const successor = (bytes: Uint8Array): Uint8Array => Buffer.concat([bytes, Uint8Array.of(0)]);

function toValueRanges(conditions: readonly MetadataCondition[]): readonly ValueRange[] {
  const byIndex = new Map<number, ValueRange>();
  for (const condition of conditions) {
    const { indexId } = condition;
    const { from, to } = rangeOf(condition);
    const other = byIndex.get(indexId);
    byIndex.set(indexId, {
      indexId,
      from: other && compare(other.from, from) > 0 ? other.from : from,
      to: other && compare(other.to, to) < 0 ? other.to : to,
    });
  }
  return [...byIndex.values()];
}

function rangeOf({ op, type, value, pointer }: MetadataCondition): Omit<ValueRange, 'indexId'> {
  if (op === 'exists') return { from: smallest, to: beyondAll };
  const bytes = value === undefined ? null : encodeIndexValue(type, value);
  if (bytes === null) throw new Error(`a condition on ${pointer} has no value of its type`);
  switch (op) {
    case 'eq':
      return { from: bytes, to: successor(bytes) };
    case 'lt':
      return { from: smallest, to: bytes };
    case 'lte':
      return { from: smallest, to: successor(bytes) };
    case 'gt':
      return { from: successor(bytes), to: beyondAll };
    case 'gte':
      return { from: bytes, to: beyondAll };
  }
}

/** Does the range hold one value alone? */
export const isOneValue = ({ from, to }: ValueRange): boolean =>
  to.length === from.length + 1 && compare(to, successor(from)) === 0;

/**
 * Could the entry of a longer string equal the entry of this one? An entry with the most characters does not tell whether its
 * string ends there. The text has at least one UTF-16 unit for each character.
 */
const mayBeCut = (value: string): boolean => value.startsWith('"') && value.length - 2 >= INDEXED_CHARACTERS;

const lastCodePoint = 0x10_ffff;
/** After every name: a name has at most 255 characters. */
const beyondNames = String.fromCodePoint(lastCodePoint).repeat(256);

function namesOf({ playerId, playerIdPrefix = '' }: PlayerSearch): NameRange | undefined {
  // No name has a control character, so none is between a name and its bound.
  if (playerId !== undefined) return { from: playerId, to: `${playerId}\u0001` };
  return playerIdPrefix === '' ? undefined : toNameRange(playerIdPrefix);
}

/** The names that begin with a prefix. The bound is the prefix with its last character raised. */
export function toNameRange(prefix: string): NameRange {
  const codes = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  while (codes.at(-1) === lastCodePoint) codes.pop();
  const last = codes.pop();
  if (last === undefined) return { from: prefix, to: beyondNames };
  // Surrogates are no characters, so none is between U+D7FF and U+E000.
  const next = last === 0xd7ff ? 0xe000 : last + 1;
  return { from: prefix, to: String.fromCodePoint(...codes, next) };
}

const { NEGATIVE_INFINITY: always, POSITIVE_INFINITY: never } = Number;
const isEmptyPeriod = ({ from = always, to = never }: Period): boolean => from >= to;
const isWithin = (time: number, { from = always, to = never }: Period): boolean => time >= from && time < to;

function toPredicate(search: PlayerSearch): SearchConditions['matches'] {
  const { playerId: name, playerIdPrefix = '', registered, lastSeen, online, suspended } = search;
  const checks: ((facts: PlayerFacts, now: number) => boolean)[] = [];
  if (name !== undefined) checks.push(({ playerId }) => playerId === name);
  if (playerIdPrefix !== '') checks.push(({ playerId }) => playerId.startsWith(playerIdPrefix));
  if (registered) checks.push(({ registeredAt }) => isWithin(registeredAt, registered));
  if (lastSeen) {
    checks.push((facts, now) => {
      const seenAt = facts.online ? now : facts.lastSeenAt;
      return seenAt !== null && isWithin(seenAt, lastSeen);
    });
  }
  if (online !== undefined) checks.push((facts) => facts.online === online);
  if (suspended !== undefined) checks.push((facts) => (facts.suspendedUntil !== null) === suspended);
  return checks.length === 0 ? undefined : (facts, now) => checks.every((check) => check(facts, now));
}
