// The form that JSON Patch and Playkeep patches share: an array of operations, each with an `op` and a `path`. They apply in order,
// all or none. The patch budget bounds their work.
import { ApiError } from '../errors/errors.ts';
import { itemValues, openArray } from '../lib/json-array.ts';
import { memberOf } from '../lib/json-edit.ts';
import { stringValue } from '../lib/json-places.ts';
import { parsePointer } from '../lib/json-pointer.ts';
import { openObject, toText } from '../lib/json-text.ts';
import { isArray, isObject, type Json, type JsonObject } from '../lib/json-values.ts';
import type { Spend } from '../lib/json-work.ts';
import { hasDuplicates } from '../lib/key-map.ts';
import { PATCH_MAX_OPERATIONS } from '../limits.ts';
import { patchBudget } from './patch-budget.ts';
import { DoesNotApply, type Holder, type Path } from './patch-document.ts';

/** An operation as it was sent. */
export interface SentOperation {
  /** The name of the operation in an error's detail. */
  readonly name: string;
  readonly op: string;
  readonly path: Path;
  readonly members: JsonObject;
}

export const invalidPatch = (detail: string): ApiError => new ApiError('invalidMetadata', { detail });

/**
 * @param patch JSON text.
 * @param kind the name of the patch in an error's detail.
 * @param parse parses one operation. It returns undefined for an `op` that it does not know.
 * @throws ApiError `invalidMetadata` for text that is no such patch, `metadataTooLarge` for too many operations.
 */
export function parseOperations<Operation>(
  patch: string,
  kind: string,
  parse: (sent: SentOperation) => Operation | undefined,
): readonly Operation[] {
  if (!isArray(patch)) throw invalidPatch(`a ${kind} must be an array of operations`);
  const operations = openArray(patch);
  if (operations.items.length > PATCH_MAX_OPERATIONS) {
    const detail = `a patch may hold ${PATCH_MAX_OPERATIONS} operations`;
    throw new ApiError('metadataTooLarge', { detail });
  }
  return itemValues(operations).map((value, index) => {
    const sent = readOperation(value, `operation ${index}`);
    const operation = parse(sent);
    if (operation === undefined) throw invalidPatch(`${sent.name} has an "op" that is not known`);
    return operation;
  });
}

function readOperation(text: Json, name: string): SentOperation {
  if (!isObject(text)) throw invalidPatch(`${name} must be an object`);
  const members = openObject(text);
  // Parsers differ in which of two equal keys they take, so an operation with such keys has no one meaning.
  if (hasDuplicates(members.parts.map(({ key }) => key))) throw invalidPatch(`${name} has a member twice`);
  const op = stringMember(members, 'op', name);
  return { name, op, path: pointerOf(members, 'path', name), members };
}

function stringMember(members: JsonObject, key: string, name: string): string {
  const value = memberOf(members, key)?.value;
  if (typeof value !== 'string' || !value.startsWith('"'))
    throw invalidPatch(`${name} has no string "${key}"`);
  return stringValue(value);
}

function pointerOf(members: JsonObject, key: string, name: string): Path {
  const path = parsePointer(stringMember(members, key, name));
  if (!path) throw invalidPatch(`the "${key}" of ${name} is no JSON Pointer`);
  return path;
}

/** @throws ApiError `invalidMetadata` */
export const pointerMember = ({ members, name }: SentOperation, key: string): Path =>
  pointerOf(members, key, name);

/** @returns the text of any JSON value. @throws ApiError `invalidMetadata` */
export function valueMember({ members, name }: SentOperation, key: string): string {
  const value = memberOf(members, key)?.value;
  if (value === undefined) throw invalidPatch(`${name} has no member "${key}"`);
  return toText(value);
}

/**
 * @returns the text of the object after the patch.
 * @throws ApiError `patchConflict` for an operation that does not apply, which it names; `metadataTooLarge` for too much work;
 *   `invalidMetadata` for a result that is no object.
 */
export function applyOperations<Operation extends { readonly op: string }>(
  text: string,
  operations: readonly Operation[],
  apply: (document: Holder, operation: Operation, spend: Spend) => void,
): string {
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
  if (!isObject(document.value)) throw invalidPatch('the patch would leave no object');
  return toText(document.value);
}
