// JSON Merge Patch (RFC 7396) on text: what the patch does not name keeps every byte.
import { ApiError } from '../errors.ts';
import {
  addMember,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  open,
  openObject,
  removeMember,
  toText,
} from '../lib/json-text.ts';

/**
 * @param patch JSON text.
 * @returns the text of the object after the patch.
 * @throws ApiError `invalidMetadata` when that would be no object.
 */
export function applyMergePatch(text: string, patch: string): string {
  if (!isObject(patch)) throw new ApiError('invalidMetadata');
  return toText(merge(text, patch));
}

/** RFC 7396 section 2, where a target that is no object counts as an empty one. */
function merge(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  if (target === undefined || !isObject(target)) return withoutNulls(patch);
  const object = openObject(target);
  // The last one under a key counts.
  const changes = new Map(openObject(patch).parts.map(({ key, value }) => [key, value]));
  const members = new Map(object.parts.map((member) => [member.key, member]));
  for (const [key, change] of changes) {
    if (change === 'null') continue;
    const member = members.get(key);
    if (member) member.value = merge(member.value, change);
    else addMember(object, key, merge(undefined, change));
  }
  removeNulls(object, changes);
  return object;
}

/** All at once, since each removal looks at every member. */
function removeNulls(object: JsonObject, changes: ReadonlyMap<string, Json>): void {
  const gone = new Set(object.parts.filter(({ key }) => changes.get(key) === 'null').map(({ key }) => key));
  for (const key of gone) removeMember(object, key);
}

/** A new object, spaced as the patch has it; a null says that there is no such member. */
function withoutNulls(patch: Json): Json {
  const object = openObject(patch);
  for (const { key } of [...object.parts]) {
    const member = memberOf(object, key);
    if (member?.value === 'null') removeMember(object, key);
    else if (member && isObject(open(member.value))) member.value = withoutNulls(member.value);
  }
  return object;
}
