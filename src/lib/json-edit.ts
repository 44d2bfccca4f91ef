// Finds, adds and removes members and items of opened JSON. New parts are spaced like their neighbours. An object that is
// searched often gets an index by key, which every change in this file keeps up to date.
import { itemAt } from './json-array.ts';
import type { Json, JsonArray, JsonObject, Member } from './json-values.ts';
import { free, indexWork, type Spend, searchWork, shiftWork } from './json-work.ts';
import { KeyMap } from './key-map.ts';

/** Searches of an object before an index of it is made. */
const searchesWithoutIndex = 4;

/** The member under a key. Of several the last one counts, as it does for most parsers. */
export function memberOf(object: JsonObject, key: string, spend: Spend = free): Member | undefined {
  const { parts } = object;
  if (!object.byKey) {
    object.searches += 1;
    if (object.searches <= searchesWithoutIndex) {
      spend(parts.length * searchWork);
      return parts.findLast((member) => member.key === key);
    }
    object.byKey = indexOf(parts, spend);
  }
  return object.byKey.get(key);
}

/** An index of members by key. Of several under one key it has the last. */
export function indexOf(members: readonly Member[], spend: Spend = free): KeyMap<Member> {
  spend(members.length * indexWork);
  const index = new KeyMap<Member>();
  for (const member of members) index.set(member.key, member);
  return index;
}

/** Adds a member at the end, spaced like the one before it. */
export function addMember(object: JsonObject, key: string, value: Json): void {
  const last = object.parts.at(-1);
  const member = {
    lead: last?.lead ?? '',
    key,
    keyText: JSON.stringify(key),
    colon: last?.colon ?? ':',
    value,
    trail: last?.trail ?? '',
  };
  object.parts.push(member);
  object.byKey?.set(key, member);
  if (last) last.trail = '';
}

/** Removes every member under a key. */
export function removeMember(object: JsonObject, key: string, spend: Spend = free): void {
  const { parts, byKey } = object;
  const member = byKey?.get(key);
  if (member && byKey?.size === parts.length) {
    // The index is as large as the object, so no key occurs twice. `lastIndexOf` compares pointers, not keys.
    const index = parts.lastIndexOf(member);
    spend((parts.length - index) * shiftWork);
    parts.splice(index, 1);
    const last = parts.at(-1);
    if (last && index === parts.length) last.trail += member.trail;
  } else {
    spend(parts.length * searchWork);
    keepMembers(parts, (each) => each.key !== key);
  }
  byKey?.delete(key);
}

/** Removes all members that a function selects, in one pass. */
export function removeMembers(object: JsonObject, select: (member: Member) => boolean): void {
  object.byKey = undefined;
  keepMembers(object.parts, (member) => !select(member));
}

/** Keeps the members that a function selects. */
function keepMembers(parts: Member[], select: (member: Member) => boolean): void {
  let kept = 0;
  let trail = '';
  for (const member of parts) {
    if (select(member)) {
      parts[kept] = member;
      kept += 1;
      trail = '';
    } else {
      trail += member.trail;
    }
  }
  parts.length = kept;
  // The white space before the closing brace stays.
  const last = parts.at(-1);
  if (last) last.trail += trail;
}

/** Inserts an item before the one at an index, or at the end, spaced like its neighbour. */
export function insertItem(array: JsonArray, index: number, value: Json, spend: Spend = free): void {
  const { items } = array;
  const before = itemAt(array, index - 1, spend);
  spend((items.length - index) * shiftWork);
  if (index < items.length) {
    const lead = before ? (itemAt(array, index, spend)?.lead ?? '') : '';
    items.splice(index, 0, { lead, value, trail: '' });
    if (!before) spaceFirst(array);
    return;
  }
  items.push({ lead: before?.lead ?? '', value, trail: before?.trail ?? '' });
  if (before) before.trail = '';
}

/** Gives a new first item the white space of the item that was first, and that item the white space of the next one. */
function spaceFirst(array: JsonArray): void {
  const [first, second, third] = [0, 1, 2].map((index) => itemAt(array, index));
  if (!first || !second) return;
  first.lead = second.lead;
  if (third) second.lead = third.lead;
}

/** Removes an item and one comma. The white space before the closing bracket stays. */
export function removeItem(array: JsonArray, index: number, spend: Spend = free): void {
  const { items } = array;
  spend((items.length - index) * shiftWork);
  const removed = itemAt(array, index, spend);
  items.splice(index, 1);
  if (index < items.length) return;
  const before = itemAt(array, index - 1, spend);
  if (before) before.trail += removed?.trail ?? '';
}

/** Removes items at the beginning of an array. The white space before the first item stays. */
export function removeFirstItems(array: JsonArray, count: number, spend: Spend = free): void {
  const { items } = array;
  spend(items.length * shiftWork);
  const lead = itemAt(array, 0, spend)?.lead ?? '';
  items.splice(0, count);
  const first = itemAt(array, 0, spend);
  if (first) first.lead = lead;
}
