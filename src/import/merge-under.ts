// Puts the document of the source under the one that is here: members that are missing here come in, everything else stays as it is.
// Texts are spliced, so each part keeps its characters.
import { addMember, indexOf } from '../lib/json-edit.ts';
import { openObject, toText } from '../lib/json-text.ts';
import { isObject, type Json, type JsonObject } from '../lib/json-values.ts';

/**
 * @param ours the text of an object
 * @param theirs the text of an object
 * @returns `ours` where nothing is missing in it
 */
export function mergeUnder(ours: string, theirs: string): string {
  const object = openObject(ours);
  return addMissing(object, theirs) ? toText(object) : ours;
}

/** @returns true if something was missing */
function addMissing(ours: JsonObject, theirs: Json): boolean {
  let isChanged = false;
  const present = indexOf(ours.parts);
  const members = openObject(theirs).parts;
  const last = indexOf(members);
  for (const member of members) {
    const { key, value } = member;
    // Of several members under one key the last counts.
    if (last.get(key) !== member) continue;
    const there = present.get(key);
    if (!there) {
      addMember(ours, key, value);
      isChanged = true;
    } else if (isObject(there.value) && isObject(value)) {
      const opened = openObject(there.value);
      if (!addMissing(opened, value)) continue;
      there.value = opened;
      isChanged = true;
    }
  }
  return isChanged;
}
