// Puts the document of the source under the one that is here: members that are missing here come in, everything else stays as it is.
// Texts are spliced, so each part keeps its characters.
import { addMember, indexOf } from '../lib/json-edit.ts';
import { openObject, toText } from '../lib/json-text.ts';
import { isObject, type Json, type JsonObject } from '../lib/json-values.ts';
import type { Spend } from '../lib/json-work.ts';
import { patchBudget } from '../metadata/patch-budget.ts';

/**
 * @param ours the text of an object
 * @param theirs the text of an object
 * @returns `ours` where nothing is missing in it
 * @throws ApiError `metadataTooLarge` for too much work, as a patch does: each level of a nested object is read again
 */
export function mergeUnder(ours: string, theirs: string): string {
  const spend = patchBudget(ours.length + theirs.length);
  const object = openObject(ours, spend);
  return addMissing(object, theirs, spend) ? toText(object) : ours;
}

/** @returns true if something was missing */
function addMissing(ours: JsonObject, theirs: Json, spend: Spend): boolean {
  let isChanged = false;
  const present = indexOf(ours.parts, spend);
  const members = openObject(theirs, spend).parts;
  const last = indexOf(members, spend);
  for (const member of members) {
    const { key, value } = member;
    // Of several members under one key the last counts.
    if (last.get(key) !== member) continue;
    const there = present.get(key);
    if (!there) {
      addMember(ours, key, value);
      isChanged = true;
    } else if (isObject(there.value) && isObject(value)) {
      const opened = openObject(there.value, spend);
      if (!addMissing(opened, value, spend)) continue;
      there.value = opened;
      isChanged = true;
    }
  }
  return isChanged;
}
