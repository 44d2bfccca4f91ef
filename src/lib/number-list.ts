// Lists of integers as short texts, most of them 0: numbers with commas between them, an empty item for one 0 and `z` with a
// count for a run of zeros. Trailing zeros are left out, so equal lists have equal texts. Pure.

/** Integers by their index; a missing one is 0. */
export type NumberList = Map<number, number>;

/** Visits the numbers of a text that are not 0, in the order of their indexes. */
export function eachNumber(text: string, visit: (index: number, value: number) => void): void {
  let index = 0;
  let position = 0;
  while (position < text.length) {
    const first = text.charCodeAt(position);
    if (first === comma) {
      index += 1;
      position += 1;
      continue;
    }
    const isRun = first === z;
    const isNegative = first === minus;
    if (isRun || isNegative) position += 1;
    let value = 0;
    for (; position < text.length && text.charCodeAt(position) !== comma; position += 1)
      value = value * 10 + text.charCodeAt(position) - zero;
    if (isRun) index += value - 1;
    else visit(index, isNegative ? -value : value);
  }
}

const [comma, minus, zero, z] = [',', '-', '0', 'z'].map((character) => character.charCodeAt(0)) as [
  ...[number, number],
  ...[number, number],
];

export function decodeNumbers(text: string): NumberList {
  const list: NumberList = new Map();
  eachNumber(text, (index, value) => list.set(index, value));
  return list;
}

/** @returns '' for a list of zeros */
export function encodeNumbers(list: NumberList): string {
  const items: string[] = [];
  let next = 0;
  for (const index of ascending([...list.keys()])) {
    const value = list.get(index) ?? 0;
    if (value === 0) continue;
    const zeros = index - next;
    if (zeros > 2) items.push(`z${zeros}`);
    else for (let count = 0; count < zeros; count += 1) items.push('');
    items.push(String(value));
    next = index + 1;
  }
  return items.join(',');
}

/** Sorts indexes, most of which come from a text and so are in order already. */
const ascending = (indexes: number[]): number[] =>
  indexes.every((index, at) => at === 0 || (indexes[at - 1] as number) < index)
    ? indexes
    : indexes.sort((a, b) => a - b);

/** Adds to the number at an index. */
export const addAt = (list: NumberList, index: number, value: number): void => {
  list.set(index, (list.get(index) ?? 0) + value);
};

/** Adds a list to another. */
export function addNumbers(to: NumberList, list: NumberList, sign: 1 | -1 = 1): void {
  for (const [index, value] of list) addAt(to, index, sign * value);
}
