// JSON Patch (RFC 6902) on text. Text that no operation touches keeps every character, and a value of the patch keeps its text.
import { addMember, insertItem, memberOf, removeItem, removeMember } from '../lib/json-edit.ts';
import { isEqual } from '../lib/json-equal.ts';
import { toText } from '../lib/json-text.ts';
import type { Json } from '../lib/json-values.ts';
import type { Spend } from '../lib/json-work.ts';
import { containerAt, DoesNotApply, type Holder, holderAt, indexIn, type Path } from './patch-document.ts';
import {
  applyOperations,
  parseOperations,
  pointerMember,
  type SentOperation,
  valueMember,
} from './patch-operations.ts';

export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Path; readonly value: string }
  | { readonly op: 'remove'; readonly path: Path }
  | { readonly op: 'move' | 'copy'; readonly path: Path; readonly from: Path };

/** @throws ApiError as `parseOperations` */
export const parseJsonPatch = (patch: string): readonly PatchOperation[] =>
  parseOperations(patch, 'JSON Patch', parseOperation);

/** @returns undefined for an `op` that is not known. @throws ApiError `invalidMetadata` */
export function parseOperation(sent: SentOperation): PatchOperation | undefined {
  const { op, path } = sent;
  switch (op) {
    case 'add':
    case 'replace':
    case 'test':
      return { op, path, value: valueMember(sent, 'value') };
    case 'remove':
      return { op, path };
    case 'move':
    case 'copy':
      return { op, path, from: pointerMember(sent, 'from') };
    default:
      return undefined;
  }
}

/** @returns the text of the object after the patch. @throws ApiError as `applyOperations` */
export const applyJsonPatch = (text: string, operations: readonly PatchOperation[]): string =>
  applyOperations(text, operations, applyOperation);

/** @throws DoesNotApply, ApiError `metadataTooLarge` */
export function applyOperation(document: Holder, operation: PatchOperation, spend: Spend): void {
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
