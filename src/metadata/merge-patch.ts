// JSON Merge Patch (RFC 7396) on text: what the patch does not name keeps every byte.
import { addMember, isObject, type Json, openObject, removeMembers, toText } from '../lib/json-text.ts';
import { patchBudget, type Spend } from './patch-budget.ts';

/**
 * @param patch JSON text of an object.
 * @returns the text of the object after the patch.
 * @throws ApiError `metadataTooLarge` for too much work.
 */
export function applyMergePatch(text: string, patch: string): string {
  return toText(merge(text, patch, patchBudget()));
}

/** To open a value is to go through its text, and that of what is nested deep is gone through at every level. */
const lengthOf = (value: Json): number => (typeof value === 'string' ? value.length : 0);

/** RFC 7396 section 2, where a target that is no object counts as an empty one. */
function merge(target: Json | undefined, patch: Json, spend: Spend): Json {
  if (!isObject(patch)) return patch;
  if (target === undefined || !isObject(target)) return withoutNulls(patch, spend);
  spend(lengthOf(target) + lengthOf(patch));
  const object = openObject(target);
  // The last one under a key counts.
  const changes = new Map(openObject(patch).parts.map(({ key, value }) => [key, value]));
  const members = new Map(object.parts.map((member) => [member.key, member]));
  for (const [key, change] of changes) {
    if (change === 'null') continue;
    const member = members.get(key);
    if (member) member.value = merge(member.value, change, spend);
    else addMember(object, key, merge(undefined, change, spend));
  }
  removeMembers(object, ({ key }) => changes.get(key) === 'null');
  return object;
}

/** A new object, spaced as the patch has it; a null says that there is no such member. */
function withoutNulls(patch: Json, spend: Spend): Json {
  spend(lengthOf(patch));
  const object = openObject(patch);
  const members = new Map(object.parts.map((member) => [member.key, member]));
  removeMembers(object, (member) => member.value === 'null' || members.get(member.key) !== member);
  for (const member of object.parts) {
    if (isObject(member.value)) member.value = withoutNulls(member.value, spend);
  }
  return object;
}
