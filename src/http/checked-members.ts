// Checks the values of small bodies by the shapes of the wire. A shape decides how far a text is opened: only members that it names
// become members of an object, so keys of a caller reach no hash table.
import { z } from 'zod';
import { itemValues, openArray } from '../lib/json-array.ts';
import { stringValue } from '../lib/json-places.ts';
import { toText } from '../lib/json-text.ts';
import { isArray, isObject } from '../lib/json-values.ts';
import { BULK_MAX_OPERATIONS } from '../limits.ts';
import { invalidRequest, membersOf } from './json-members.ts';

/** The texts of the members of a body, by name. */
export type MemberTexts = Readonly<Partial<Record<string, string>>>;

/**
 * The values of the members of a body. An object of any members stays unopened: its value is empty, and its text is among the
 * members.
 * @throws ApiError `invalidRequest` with the sentence of the shape for the outermost fault
 */
export function checkMembers<Shape extends z.ZodObject>(members: MemberTexts, shape: Shape): z.output<Shape> {
  const parsed = shape.safeParse(namedValues(members, shape.shape, ''));
  if (parsed.success) return parsed.data;
  const [outermost] = parsed.error.issues.toSorted((a, b) => a.path.length - b.path.length);
  throw invalidRequest(outermost?.message ?? '');
}

type Shapes = Readonly<Record<string, z.core.$ZodType>>;

function namedValues(members: MemberTexts, shapes: Shapes, place: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(shapes)) {
    const text = members[name];
    if (text !== undefined) values[name] = valueIn(text, shape, place === '' ? name : `${place}.${name}`);
  }
  return values;
}

/** No list may be longer. One item more is read, so that the shape of a list still refuses a longer one. */
const maxItems = BULK_MAX_OPERATIONS;

/** @param place the name of the value in errors. */
function valueIn(text: string, shape: z.core.$ZodType, place: string): unknown {
  if (shape instanceof z.ZodOptional) return valueIn(text, shape.unwrap(), place);
  if (isArray(text) && shape instanceof z.ZodArray) {
    const array = openArray(text);
    array.items.splice(maxItems + 1);
    return itemValues(array).map((item, at) => valueIn(toText(item), shape.element, `${place}[${at}]`));
  }
  if (isObject(text)) {
    const shapes = memberShapes(shape);
    if (shapes) return namedValues(membersOf(text, Object.keys(shapes), place), shapes, place);
    if (shape instanceof z.ZodObject) return {};
  }
  return scalarOf(text, shape);
}

/** The members of an object without others; undefined for another shape. An object of several kinds has the members of all. */
function memberShapes(shape: z.core.$ZodType): Shapes | undefined {
  if (shape instanceof z.ZodDiscriminatedUnion)
    return Object.assign({}, ...shape.options.map((option) => memberShapes(option)));
  return shape instanceof z.ZodObject && shape.def.catchall instanceof z.ZodNever ? shape.shape : undefined;
}

/** A value of another kind becomes a symbol, which no shape takes. Its description is the text, for the sentence of an error. */
function scalarOf(text: string, shape: z.core.$ZodType): unknown {
  if (text.startsWith('"')) return stringValue(text);
  if (shape instanceof z.ZodEnum) return Symbol(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return /^[-\d]/.test(text) ? numberOf(text) : Symbol(text);
}

/** A number past the range of JavaScript is the largest one, since shapes take no infinite number. */
function numberOf(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE;
}
