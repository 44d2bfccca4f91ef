// Patterns of a map: pointers whose tokens may be names in braces. A pattern of `from` is compared with the way to a value, and one of
// `to` is filled with what the names stand for.
import { formatPointer, parsePointer } from '../lib/json-pointer.ts';

/** A token of a pattern: its text, or the name that stands for any token. */
export type PatternToken = { readonly literal: string } | { readonly name: string };
export type Pattern = readonly PatternToken[];

const nameInBraces = /^\{(?<name>[^{}]+)\}$/;

/** @returns undefined for a text that is no pointer */
export function parsePattern(text: string): Pattern | undefined {
  return parsePointer(text)?.map((token) => {
    const name = nameInBraces.exec(token)?.groups?.name;
    return name === undefined ? { literal: token } : { name };
  });
}

export const namesOf = (pattern: Pattern): readonly string[] =>
  pattern.flatMap((token) => ('name' in token ? [token.name] : []));

/** Does the pattern fit the way to a value, token by token? */
export const fits = (pattern: Pattern, path: readonly string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((token, index) => 'name' in token || token.literal === path[index]);

/** The place that a pattern gives to a value. @param from the pattern that fits `path` */
export function fill(to: Pattern, from: Pattern, path: readonly string[]): readonly string[] {
  const standsFor = (name: string): string =>
    path[from.findIndex((token) => 'name' in token && token.name === name)] ?? '';
  return to.map((token) => ('name' in token ? standsFor(token.name) : token.literal));
}

/** Characters of a place in a sentence of the report. */
const PLACE_CHARACTERS = 120;

/** A place for people. It may be long, since its names come from the source. */
export function describePlace(tokens: readonly string[]): string {
  const pointer = formatPointer(tokens).toWellFormed();
  if (pointer === '') return 'the whole object';
  return pointer.length <= PLACE_CHARACTERS ? pointer : `${pointer.slice(0, PLACE_CHARACTERS)}…`;
}
