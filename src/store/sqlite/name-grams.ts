// The index of names in SQLite: a full-text index (FTS5) without a text, whose words are the parts of folded names. It gives the players
// of a word in the order of their ids, and those of several words without reading more than the rarest has.
import { gramsOf, gramsOfQuery } from '../../lib/fold-name.ts';

/** A part as a word of letters and digits, for the tokenizer `ascii`: its code points in hexadecimal, with `g` between them. */
const wordOf = (gram: string): string =>
  [...gram].map((character) => (character.codePointAt(0) ?? 0).toString(16)).join('g');

/** The words of a folded name. */
export const gramsText = (folded: string): string => gramsOf(folded).map(wordOf).join(' ');

/** The full-text query for the names that have every part of a folded text. */
export const gramsQuery = (folded: string): string =>
  gramsOfQuery(folded)
    .map((gram) => `"${wordOf(gram)}"`)
    .join(' AND ');
