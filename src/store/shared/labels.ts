// The labels of players: the name and the columns that lists show beside the id, taken from the metadata by a write. A row of metadata
// has them as a JSON object, a member for each pointer that has a value, and the name in the form in which a search compares it.
import { firstCharacters, foldName } from '../../lib/fold-name.ts';
import { createFinder } from '../../lib/json-find.ts';
import { stringValue } from '../../lib/json-places.ts';
import { parsePointer } from '../../lib/json-pointer.ts';
import { LABEL_MAX_CHARACTERS } from '../../limits.ts';
import type { LabelDeclaration, LabelValue } from '../ports/labels.ts';
import type { PlayerFacts } from '../ports/players.ts';

/** The columns of a row of metadata that hold its label. */
export interface LabelColumns {
  /** Null for no value at any pointer. */
  readonly label: string | null;
  /** Null for no name, and for one without a letter. */
  readonly foldedName: string | null;
}

export const noLabel: LabelColumns = { label: null, foldedName: null };

/** A declaration as the list of declared indexes has it: the pointer of the name, or null, then those of the columns. */
export const pointersOf = ({ name, columns }: LabelDeclaration): string =>
  JSON.stringify([name ?? null, ...columns]);

export function declarationFrom(pointers: string): LabelDeclaration {
  const [name, ...columns] = JSON.parse(pointers) as [string | null, ...string[]];
  return { name: name ?? undefined, columns };
}

/** Prepares the reading of labels. @returns a function of the text of metadata, null for none; it takes linear time */
export function createLabelReader({
  name,
  columns,
}: LabelDeclaration): (text: string | null | undefined) => LabelColumns {
  const pointers = [...new Set(name === undefined ? columns : [name, ...columns])];
  const find = createFinder(pointers.map((pointer) => parsePointer(pointer) ?? []));
  const keys = pointers.map((pointer) => JSON.stringify(pointer));
  return (text) => {
    if (text === null || text === undefined) return noLabel;
    const values = find(text).map((value) => (value === undefined ? undefined : shownValue(value)));
    const members = values.flatMap((value, index) =>
      value === undefined ? [] : [`${keys[index]}:${value}`],
    );
    const shownName = name === undefined ? null : nameOf(values[0]);
    return {
      label: members.length === 0 ? null : `{${members.join(',')}}`,
      foldedName: shownName === null ? null : foldName(shownName) || null,
    };
  };
}

/** The text of a JSON value as a label holds it; undefined for an object, an array or null. */
function shownValue(value: string): string | undefined {
  if (value.startsWith('"')) return JSON.stringify(firstCharacters(stringValue(value), LABEL_MAX_CHARACTERS));
  if (value === 'true' || value === 'false') return value;
  if (!/^[-\d]/.test(value)) return undefined;
  return isExact(value) ? value : JSON.stringify(firstCharacters(value, LABEL_MAX_CHARACTERS));
}

/** The decimal digits that every double keeps. */
const exactDigits = 15;

/** Does a number keep its digits in JavaScript, and in most languages? Others are shown as texts. */
function isExact(number: string): boolean {
  const digits = number
    .replace(/[eE].*$/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '');
  return (
    digits.length <= exactDigits && number.length <= LABEL_MAX_CHARACTERS && Number.isFinite(Number(number))
  );
}

/** A name is a string, or a number by its digits. */
function nameOf(value: string | undefined): string | null {
  if (value === undefined || value === 'true' || value === 'false') return null;
  return value.startsWith('"') ? stringValue(value) : value;
}

/**
 * Prepares the reading of stored labels.
 * @returns a function that gives the facts of a label: a name where one is declared, and columns where some are
 */
export function createLabelFacts({
  name,
  columns,
}: LabelDeclaration): (label: string | null) => Pick<PlayerFacts, 'name' | 'columns'> {
  const find = createFinder([...(name === undefined ? [] : [name]), ...columns].map((pointer) => [pointer]));
  return (label) => {
    const values = label === null ? [] : find(label);
    const ofColumns = name === undefined ? values : values.slice(1);
    return {
      ...(name !== undefined && { name: nameOf(values[0]) }),
      ...(columns.length > 0 && {
        columns: Object.fromEntries(columns.map((pointer, index) => [pointer, toValue(ofColumns[index])])),
      }),
    };
  };
}

function toValue(value: string | undefined): LabelValue {
  if (value === undefined) return null;
  if (value.startsWith('"')) return stringValue(value);
  return value === 'true' || value === 'false' ? value === 'true' : Number(value);
}
