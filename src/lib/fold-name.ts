// The form of a name in which a search compares it: without case and accents. It is made here alone, so that both engines agree.
import { LABEL_MAX_CHARACTERS } from '../limits.ts';

const plain = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
/** Letters that Unicode does not take apart into a letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', ð: 'd', đ: 'd', ħ: 'h', ı: 'i', ł: 'l', ø: 'o', œ: 'oe', ß: 'ss', þ: 'th', ŧ: 't' },
};
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/**
 * Folds a text: compatibility forms become ordinary ones, marks, controls and invisible characters go, letters become small, and white
 * space is one space. A text without any other character is empty.
 */
export function foldName(text: string): string {
  if (plain.test(text)) return firstCharacters(text.toLowerCase(), LABEL_MAX_CHARACTERS);
  const folded = text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{M}\p{C}]/gu, '')
    .replaceAll(special, (letter) => letters[letter] ?? letter)
    // A syllable of Korean is one character again.
    .normalize('NFC')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return firstCharacters(folded, LABEL_MAX_CHARACTERS).trimEnd();
}

/** The first characters (Unicode code points) of a text. */
export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (let count = 0; count < most && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/**
 * The parts of a folded name by which an index finds it: all of one, two and three characters, or those of one length.
 * @returns each once
 */
export function gramsOf(folded: string, lengths: readonly number[] = [1, 2, 3]): readonly string[] {
  const characters = [...folded];
  const grams: string[] = [];
  for (const length of lengths)
    for (let start = 0; start + length <= characters.length; start += 1)
      grams.push(characters.slice(start, start + length).join(''));
  return [...new Set(grams)];
}

const longestGram = 3;

/** The parts that each name with a text in it has. */
export const gramsOfQuery = (folded: string): readonly string[] =>
  gramsOf(folded, [Math.min(longestGram, [...folded].length)]);
