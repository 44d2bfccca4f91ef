// The values that a game hands over. What JSON does not keep is refused before anything changes, with its place.
import type { Json, JsonObject } from '../record.ts';
import type { Operation } from './patch.ts';

/**
 * A copy of what a game handed over, frozen: later changes of the game's own objects are not in it. Parts that are equal to those of
 * `like` are the parts of `like`, without a copy.
 * @param isOfData parts of `save.data` may be in it, as in what `update` makes
 * @param at the pointer of the value, for the refusal
 * @throws PlaykeepError `refused`
 */
export function toValue(value: unknown, like?: Json, isOfData = false, at = ''): Json {
  throw new Error(String([value, like, isOfData, at]));
}

/** `toValue` of a whole document. @throws PlaykeepError `refused`, also for what is no object */
export function toDocument(value: unknown, like?: JsonObject, isOfData = false): JsonObject {
  return toValue(value, like, isOfData) as JsonObject;
}

/** The operations of a game's `patch`, checked and copied. @throws PlaykeepError `refused` */
export function toOperations(operations: unknown): readonly Operation[] {
  throw new Error(String(operations));
}

/** Freezes what becomes `save.data`; a `set` with a part of it is refused from then on. */
export function giveOut(data: JsonObject): JsonObject {
  return data;
}
