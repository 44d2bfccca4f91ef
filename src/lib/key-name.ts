// Names of server keys. The audit and the lists show them beside what a key did, so a name is refused that shows as less than it is,
// or as that of somebody else. One that was stored before is shown with its hidden characters escaped. Pure; the console has it too.
import { SERVER_KEY_NAME_MAX_CHARACTERS } from '../limits.ts';

/** Control and format characters, line and paragraph separators, and whatever else takes no place: Unicode says so, but for one. */
export const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const otherSpace = /(?! )\p{Zs}/u;

/** @returns what the name must be or not be, in the words after "a name"; undefined for a name that is fine */
export function keyNameProblem(name: string): string | undefined {
  if (name === '' || [...name].length > SERVER_KEY_NAME_MAX_CHARACTERS)
    return `must have 1 to ${SERVER_KEY_NAME_MAX_CHARACTERS} characters`;
  if (!name.isWellFormed()) return 'must not hold half of a surrogate pair';
  const hidden = unseen.exec(name)?.[0];
  if (hidden !== undefined) return `must not hold ${codeOf(hidden)}, which cannot be seen`;
  const space = otherSpace.exec(name)?.[0];
  if (space !== undefined) return `must not hold ${codeOf(space)}, which looks like a space`;
  if (/^ | $| {2}/.test(name)) return 'must not begin or end with a space, or hold two in a row';
  if (isImitation(name)) return `must not look like one of ${takenNames.join(', ')}`;
  return undefined;
}

/** The older rule. Names in stored entries of the audit follow it. */
export const isStoredKeyName = (name: string): boolean =>
  name !== '' &&
  name.isWellFormed() &&
  !/\p{Cc}/u.test(name) &&
  [...name].length <= SERVER_KEY_NAME_MAX_CHARACTERS;

/** The names in the audit that belong to no stored key. */
const takenNames = ['command line', 'SERVER_API_KEY', 'environment', 'sign-in link'] as const;

/** Latin letters of these names, each with others that look the same. */
const lookAlikes = [
  'aаα',
  'cсϲ',
  'eеε',
  'gɡց',
  'kкκ',
  'l1|iіιıӏ',
  'mм',
  'nո',
  'o0оοօ',
  'pрρ',
  'rг',
  'sѕ',
  'tтτ',
  'vѵν',
  'yуγ',
];
const plainLetter = new Map(
  lookAlikes.flatMap(([plain = '', ...others]) => others.map((other) => [other, plain] as const)),
);

/** The part of a name that a quick look sees: letters and digits without accents, case, and the differences between look-alikes. */
const seenOf = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => plainLetter.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const taken = takenNames.map(seenOf);

const isImitation = (name: string): boolean => taken.includes(seenOf(name));

/**
 * A stored name as people see it: with hidden characters and unusual spaces as `\u{…}`, and in quotes where it looks like a name
 * that is no key's.
 */
export function shownKeyName(name: string): string {
  const hidden = new RegExp(`${unseen.source}|${otherSpace.source}|\\p{Cs}|^ | $|(?<= ) `, 'gu');
  const escaped = name.replaceAll(hidden, (character) => `\\u{${codeOf(character).slice(2)}}`);
  return isImitation(name) ? `"${escaped}"` : escaped;
}

/** For instance U+00A0. */
const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The name of the one who made an entry of the audit. A null id is the command line's. */
export const shownMakerName = ({
  keyId,
  keyName,
}: {
  readonly keyId: string | null;
  readonly keyName: string;
}): string => (keyId === null || keyId === 'environment' ? keyName : shownKeyName(keyName));
