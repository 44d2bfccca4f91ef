// Playkeep patches on text: the operations of RFC 6902, and the counters `increment` and `append`. A sum is exact to the last
// digit.
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  digitCount,
  formatDecimal,
  parseDecimal,
} from '../lib/decimal.ts';
import { openArray } from '../lib/json-array.ts';
import { insertItem, memberOf, removeFirstItems } from '../lib/json-edit.ts';
import { isArray, type Json } from '../lib/json-values.ts';
import type { Spend } from '../lib/json-work.ts';
import { COUNTER_MAX_DIGITS, COUNTER_MAX_EXPONENT } from '../limits.ts';
import { applyOperation as applyJsonOperation, type PatchOperation, parseOperation } from './json-patch.ts';
import { DoesNotApply, type Holder, type Path, placeAt } from './patch-document.ts';
import {
  applyOperations,
  invalidPatch,
  parseOperations,
  type SentOperation,
  valueMember,
} from './patch-operations.ts';

/** The numbers are JSON text of any length. Their bounds are checked when the operation applies. */
interface Increment {
  readonly op: 'increment';
  readonly path: Path;
  readonly by: string;
  /** The bounds of the result, both included. */
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** The value of a missing member before the addition. */
  readonly initial: string;
}

interface Append {
  readonly op: 'append';
  readonly path: Path;
  readonly value: string;
  /** The most items of the array. Beyond it the oldest items are removed. */
  readonly maxItems: number;
}

export type PlaykeepOperation = PatchOperation | Increment | Append;

/** @throws ApiError as `parseOperations` */
export const parsePlaykeepPatch = (patch: string): readonly PlaykeepOperation[] =>
  parseOperations(patch, 'Playkeep patch', (sent) => {
    if (sent.op === 'increment') return parseIncrement(sent);
    return sent.op === 'append' ? parseAppend(sent) : parseOperation(sent);
  });

/** @returns the text of the object after the patch. @throws ApiError as `applyOperations` */
export const applyPlaykeepPatch = (text: string, operations: readonly PlaykeepOperation[]): string =>
  applyOperations(text, operations, (document, operation, spend) => {
    if (operation.op === 'increment') increment(document, operation, spend);
    else if (operation.op === 'append') append(document, operation, spend);
    else applyJsonOperation(document, operation, spend);
  });

function parseIncrement(sent: SentOperation): Increment {
  assertMembers(sent, ['op', 'path', 'by', 'min', 'max', 'initial']);
  const by = numberMember(sent, 'by');
  if (by === undefined) throw invalidPatch(`${sent.name} has no number "by"`);
  const [min, max] = [numberMember(sent, 'min'), numberMember(sent, 'max')];
  return { op: 'increment', path: sent.path, by, min, max, initial: numberMember(sent, 'initial') ?? '0' };
}

function parseAppend(sent: SentOperation): Append {
  assertMembers(sent, ['op', 'path', 'value', 'maxItems']);
  const value = valueMember(sent, 'value');
  const maxItems = Number(numberMember(sent, 'maxItems') ?? Number.MAX_SAFE_INTEGER);
  if (!Number.isSafeInteger(maxItems) || maxItems < 1) {
    throw invalidPatch(`the "maxItems" of ${sent.name} is no positive integer`);
  }
  return { op: 'append', path: sent.path, value, maxItems };
}

/** Refuses other members, which RFC 6902 would ignore: a misspelt bound must not go unnoticed. */
function assertMembers({ members, name, op }: SentOperation, known: readonly string[]): void {
  if (members.parts.every(({ key }) => known.includes(key))) return;
  throw invalidPatch(`${name} has a member that "${op}" does not take`);
}

const isNumber = (value: Json): value is string => typeof value === 'string' && /^[-\d]/.test(value);

/** @returns the text of the number, undefined without the member. @throws ApiError `invalidMetadata` */
function numberMember({ members, name }: SentOperation, key: string): string | undefined {
  const value = memberOf(members, key)?.value;
  if (value !== undefined && !isNumber(value)) throw invalidPatch(`the "${key}" of ${name} is no number`);
  return value;
}

/** @throws DoesNotApply, ApiError `metadataTooLarge` */
function increment(document: Holder, { path, by, min, max, initial }: Increment, spend: Spend): void {
  const place = placeAt(document, path, spend);
  const value = place.value ?? initial;
  if (!isNumber(value)) throw new DoesNotApply('the value is no number');
  const before = readNumber(value, place.value === undefined ? '"initial"' : 'the value', spend);
  const sum = addDecimals(before, readNumber(by, '"by"', spend), spend);
  if (min !== undefined && compareDecimals(sum, readNumber(min, '"min"', spend), spend) < 0) {
    throw new DoesNotApply('the result would be less than "min"');
  }
  if (max !== undefined && compareDecimals(sum, readNumber(max, '"max"', spend), spend) > 0) {
    throw new DoesNotApply('the result would be more than "max"');
  }
  if (digitCount(sum) > COUNTER_MAX_DIGITS) {
    throw new DoesNotApply(`the result would have more than ${COUNTER_MAX_DIGITS} digits`);
  }
  place.set(formatDecimal(sum));
}

const bounds = { maxDigits: COUNTER_MAX_DIGITS, maxExponent: COUNTER_MAX_EXPONENT };

/** @param name the name of the number in an error's detail. @throws DoesNotApply for a number past the bounds */
function readNumber(text: string, name: string, spend: Spend): Decimal {
  const number = parseDecimal(text, bounds, spend);
  if (number) return number;
  const limits = `${COUNTER_MAX_DIGITS} digits or an exponent beyond ${COUNTER_MAX_EXPONENT}`;
  throw new DoesNotApply(`${name} has more than ${limits}`);
}

/** @throws DoesNotApply, ApiError `metadataTooLarge` */
function append(document: Holder, { path, value, maxItems }: Append, spend: Spend): void {
  spend(value.length);
  const place = placeAt(document, path, spend);
  if (place.value === undefined) {
    place.set(`[${value}]`);
    return;
  }
  if (!isArray(place.value)) throw new DoesNotApply('the value is no array');
  const array = openArray(place.value, spend);
  place.set(array);
  insertItem(array, array.items.length, value, spend);
  if (array.items.length > maxItems) removeFirstItems(array, array.items.length - maxItems, spend);
}
