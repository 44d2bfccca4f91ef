// JSON Merge Patch (RFC 7396) on text. Members that the patch does not name keep every character.
import { addMember, indexOf, memberOf, removeMembers } from '../lib/json-edit.ts';
import { openObject, toText } from '../lib/json-text.ts';
import { isObject, type Json } from '../lib/json-values.ts';
import type { Spend } from '../lib/json-work.ts';
import { patchBudget } from './patch-budget.ts';

/**
 * @param patch JSON text of an object.
 * @returns the text of the object after the patch.
 * @throws ApiError `metadataTooLarge` for too much work.
 */
export function applyMergePatch(text: string, patch: string): string {
  return toText(merge(text, patch, patchBudget(text.length + patch.length)));
}

/** The algorithm of RFC 7396 section 2. A target that is no object counts as an empty object. */
function merge(target: Json | undefined, patch: Json, spend: Spend): Json {
  if (!isObject(patch)) return patch;
  if (target === undefined || !isObject(target)) return withoutNulls(patch, spend);
  const object = openObject(target, spend);
  const changed = openObject(patch, spend).parts;
  const changes = indexOf(changed, spend);
  for (const change of changed) {
    const { key, value } = change;
    if (value === 'null' || changes.get(key) !== change) continue;
    const member = memberOf(object, key, spend);
    if (member) member.value = merge(member.value, value, spend);
    else addMember(object, key, merge(undefined, value, spend));
  }
  removeMembers(object, ({ key }) => changes.get(key)?.value === 'null');
  return object;
}

/** An object of the patch as a new value: with the white space of the patch, without the members that are null. */
function withoutNulls(patch: Json, spend: Spend): Json {
  const object = openObject(patch, spend);
  const members = indexOf(object.parts, spend);
  removeMembers(object, (member) => member.value === 'null' || members.get(member.key) !== member);
  for (const member of object.parts) {
    if (isObject(member.value)) member.value = withoutNulls(member.value, spend);
  }
  return object;
}
