// JSON Patch (RFC 6902) on text. Text that no operation touches keeps every character, and a value of the patch keeps its text.
// All operations apply or none does. The patch budget bounds their work.
import { ApiError } from '../errors.ts';
import { itemAt, itemValues, type JsonArray, openArray } from '../lib/json-array.ts';
import { addMember, insertItem, memberOf, removeItem, removeMember } from '../lib/json-edit.ts';
import { isEqual } from '../lib/json-equal.ts';
import { parsePointer } from '../lib/json-pointer.ts';
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  open,
  openObject,
  stringValue,
  toText,
} from '../lib/json-text.ts';
import { type Spend, stepWork } from '../lib/json-work.ts';
import { hasDuplicates } from '../lib/key-map.ts';
import { PATCH_MAX_OPERATIONS } from '../limits.ts';
import { patchBudget } from './patch-budget.ts';

type Path = readonly string[];

export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Path; readonly value: string }
  | { readonly op: 'remove'; readonly path: Path }
  | { readonly op: 'move' | 'copy'; readonly path: Path; readonly from: Path };

/**
 * @param patch JSON text.
 * @throws ApiError `invalidMetadata` for text that is no JSON Patch, `metadataTooLarge` for too many operations.
 */
export function parseJsonPatch(patch: string): readonly PatchOperation[] {
  if (!isArray(patch)) throw invalid('a JSON Patch must be an array of operations');
  const operations = openArray(patch);
  if (operations.items.length > PATCH_MAX_OPERATIONS) {
    const detail = `a patch may hold ${PATCH_MAX_OPERATIONS} operations`;
    throw new ApiError('metadataTooLarge', { detail });
  }
  return itemValues(operations).map((value, index) => parseOperation(value, `operation ${index}`));
}

const invalid = (detail: string): ApiError => new ApiError('invalidMetadata', { detail });

/** @param name the name of the operation in an error's detail. */
function parseOperation(text: Json, name: string): PatchOperation {
  if (!isObject(text)) throw invalid(`${name} must be an object`);
  const operation = openObject(text);
  // Parsers differ in which of two equal keys they take, so an operation with such keys has no one meaning.
  if (hasDuplicates(operation.parts.map(({ key }) => key))) throw invalid(`${name} has a member twice`);
  const op = stringMember(operation, 'op', name);
  const path = pointerMember(operation, 'path', name);
  switch (op) {
    case 'add':
    case 'replace':
    case 'test': {
      const value = memberOf(operation, 'value')?.value;
      if (value === undefined) throw invalid(`${name} has no member "value"`);
      return { op, path, value: toText(value) };
    }
    case 'remove':
      return { op, path };
    case 'move':
    case 'copy':
      return { op, path, from: pointerMember(operation, 'from', name) };
    default:
      throw invalid(`${name} has an "op" that is not known`);
  }
}

function stringMember(operation: JsonObject, key: string, name: string): string {
  const value = memberOf(operation, key)?.value;
  if (typeof value !== 'string' || !value.startsWith('"')) throw invalid(`${name} has no string "${key}"`);
  return stringValue(value);
}

function pointerMember(operation: JsonObject, key: string, name: string): Path {
  const path = parsePointer(stringMember(operation, key, name));
  if (!path) throw invalid(`the "${key}" of ${name} is no JSON Pointer`);
  return path;
}

/**
 * @returns the text of the object after the patch.
 * @throws ApiError `patchConflict` for an operation that does not apply, which it names; `metadataTooLarge` for too much work;
 *   `invalidMetadata` for a result that is no object.
 */
export function applyJsonPatch(text: string, operations: readonly PatchOperation[]): string {
  const document: Holder = { value: text };
  const spend = patchBudget(text.length);
  for (const [index, operation] of operations.entries()) {
    try {
      apply(document, operation, spend);
    } catch (error) {
      if (!(error instanceof DoesNotApply)) throw error;
      const detail = `operation ${index} (${operation.op}): ${error.message}`;
      throw new ApiError('patchConflict', { detail });
    }
  }
  if (!isObject(document.value)) throw invalid('the patch would leave no object');
  return toText(document.value);
}

/** An operation does not apply to the document. */
class DoesNotApply extends Error {}

/** The place of a value: the document, a member or an item. */
interface Holder {
  value: Json;
}

function apply(document: Holder, operation: PatchOperation, spend: Spend): void {
  const { path } = operation;
  switch (operation.op) {
    case 'add':
      add(document, path, operation.value, spend);
      break;
    case 'remove':
      take(document, path, spend);
      break;
    case 'replace':
      spend(operation.value.length);
      holderAt(document, path, spend).value = operation.value;
      break;
    case 'copy': {
      const copied = toText(holderAt(document, operation.from, spend).value, spend);
      add(document, path, copied, spend);
      break;
    }
    case 'move': {
      const { from } = operation;
      const isInside = from.length < path.length && from.every((token, index) => token === path[index]);
      if (isInside) throw new DoesNotApply('a value cannot be moved into itself');
      // A move to the same place changes nothing, but a value must be there.
      if (from.length === path.length && from.every((token, index) => token === path[index])) {
        holderAt(document, from, spend);
      } else add(document, path, take(document, from, spend), spend);
      break;
    }
    case 'test':
      if (isEqual(holderAt(document, path, spend).value, operation.value, spend)) return;
      throw new DoesNotApply('the value is another one');
  }
}

function add(document: Holder, path: Path, value: Json, spend: Spend): void {
  if (typeof value === 'string') spend(value.length);
  const last = path.at(-1);
  if (last === undefined) {
    document.value = value;
    return;
  }
  const container = containerAt(document, path, spend);
  if (container.kind === 'object') {
    const member = memberOf(container, last, spend);
    if (member) member.value = value;
    else addMember(container, last, value);
    return;
  }
  const index = last === '-' ? container.items.length : indexIn(last);
  if (index > container.items.length) throw new DoesNotApply(`the array has no place ${last}`);
  insertItem(container, index, value, spend);
}

/** Removes a value. @returns the value */
function take(document: Holder, path: Path, spend: Spend): Json {
  const { value } = holderAt(document, path, spend);
  const last = path.at(-1);
  if (last === undefined) throw new DoesNotApply('the whole object cannot be removed');
  const container = containerAt(document, path, spend);
  if (container.kind === 'object') removeMember(container, last, spend);
  else removeItem(container, indexIn(last), spend);
  return value;
}

/** Opens the container of the place that a path leads to. */
function containerAt(document: Holder, path: Path, spend: Spend): JsonObject | JsonArray {
  let holder = document;
  for (const token of path.slice(0, -1)) holder = holderIn(openIn(holder, token, spend), token, spend);
  return openIn(holder, path.at(-1) ?? '', spend);
}

/** The place that a path leads to. @throws DoesNotApply where there is no value */
function holderAt(document: Holder, path: Path, spend: Spend): Holder {
  const last = path.at(-1);
  return last === undefined ? document : holderIn(containerAt(document, path, spend), last, spend);
}

/** Opens a value and keeps it opened, so that its text is read only once. @param token names the next step, for the error */
function openIn(holder: Holder, token: string, spend: Spend): JsonObject | JsonArray {
  spend(stepWork);
  const opened = open(holder.value, spend);
  if (typeof opened === 'string') throw new DoesNotApply(`nothing is at ${JSON.stringify(token)}`);
  holder.value = opened;
  return opened;
}

function holderIn(container: JsonObject | JsonArray, token: string, spend: Spend): Holder {
  const holder =
    container.kind === 'object'
      ? memberOf(container, token, spend)
      : itemAt(container, indexIn(token), spend);
  if (!holder) throw new DoesNotApply(`nothing is at ${JSON.stringify(token)}`);
  return holder;
}

/** The index that a token names: digits without a leading zero (RFC 6901 section 4). */
function indexIn(token: string): number {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(token)) throw new DoesNotApply(`${JSON.stringify(token)} is no index`);
  return Number(token);
}
