// JSON Merge Patch (RFC 7396) on text: what the patch does not name keeps every byte.
import { addMember, indexWork, memberOf, removeMembers } from '../lib/json-edit.ts';
import { isObject, type Json, openObject, type Spend, toText } from '../lib/json-text.ts';
import { patchBudget } from './patch-budget.ts';

/**
 * @param patch JSON text of an object.
 * @returns the text of the object after the patch.
 * @throws ApiError `metadataTooLarge` for too much work.
 */
export function applyMergePatch(text: string, patch: string): string {
  return toText(merge(text, patch, patchBudget(text.length + patch.length)));
}

/** RFC 7396 section 2, where a target that is no object counts as an empty one. */
function merge(target: Json | undefined, patch: Json, spend: Spend): Json {
  if (!isObject(patch)) return patch;
  if (target === undefined || !isObject(target)) return withoutNulls(patch, spend);
  const object = openObject(target, spend);
  const changed = openObject(patch, spend).parts;
  spend(changed.length * indexWork);
  // The last one under a key counts.
  const changes = new Map(changed.map(({ key, value }) => [key, value]));
  for (const [key, change] of changes) {
    if (change === 'null') continue;
    const member = memberOf(object, key, spend);
    if (member) member.value = merge(member.value, change, spend);
    else addMember(object, key, merge(undefined, change, spend));
  }
  removeMembers(object, ({ key }) => changes.get(key) === 'null');
  return object;
}

/** A new object, spaced as the patch has it; a null says that there is no such member. */
function withoutNulls(patch: Json, spend: Spend): Json {
  const object = openObject(patch, spend);
  spend(object.parts.length * indexWork);
  const members = new Map(object.parts.map((member) => [member.key, member]));
  removeMembers(object, (member) => member.value === 'null' || members.get(member.key) !== member);
  for (const member of object.parts) {
    if (isObject(member.value)) member.value = withoutNulls(member.value, spend);
  }
  return object;
}
