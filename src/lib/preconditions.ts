// Preconditions of a request (RFC 9110 section 13): the headers `If-Match` and `If-None-Match`, and their comparison with the
// current state.

/** `*`, or entity tags as they were sent. Weak ones keep their `W/`. */
export type TagCondition = '*' | readonly string[];

export interface Preconditions {
  readonly ifMatch: TagCondition | undefined;
  readonly ifNoneMatch: TagCondition | undefined;
}

/** A list of entity tags (RFC 9110 section 8.8.3); a tag may hold commas. */
const tagList = /^[ \t,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[ \t]*(?:,[ \t,]*|$))+$/;
const tag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** @returns the preconditions; undefined for a request without any; the name of a header that is malformed. */
export function readPreconditions(
  headers: Headers,
): Preconditions | 'If-Match' | 'If-None-Match' | undefined {
  const match = headers.get('if-match');
  const noneMatch = headers.get('if-none-match');
  if (match === null && noneMatch === null) return undefined;
  const ifMatch = parseTagCondition(match);
  if (ifMatch === null) return 'If-Match';
  const ifNoneMatch = parseTagCondition(noneMatch);
  if (ifNoneMatch === null) return 'If-None-Match';
  return { ifMatch, ifNoneMatch };
}

/** @returns null for a header that is neither `*` nor a list of entity tags. */
export function parseTagCondition(header: string | null): TagCondition | undefined | null {
  if (header === null) return undefined;
  const value = header.trim();
  if (value === '*') return '*';
  return tagList.test(value) ? (value.match(tag) ?? []) : null;
}

/**
 * Checks `If-Match` by strong comparison, then `If-None-Match` by weak comparison (RFC 9110 section 13.2.2).
 * @param current the strong entity tag of the state, and whether anything is stored, which `*` matches.
 * @returns the precondition that fails; undefined when all hold.
 */
export function failedPrecondition(
  { ifMatch, ifNoneMatch }: Preconditions,
  current: { readonly etag: string; readonly exists: boolean },
): 'if-match' | 'if-none-match' | undefined {
  const { etag, exists } = current;
  if (ifMatch !== undefined && !(ifMatch === '*' ? exists : ifMatch.includes(etag))) return 'if-match';
  if (ifNoneMatch === undefined) return undefined;
  const matches =
    ifNoneMatch === '*' ? exists : ifNoneMatch.some((given) => given.replace(/^W\//, '') === etag);
  return matches ? 'if-none-match' : undefined;
}
