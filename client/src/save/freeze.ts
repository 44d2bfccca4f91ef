// The view of a save, made unchangeable. A game that edited it in place would change what its next `set` is compared with, and the
// edit would be lost without a word; so it gets a TypeError instead.
import type { Json } from '../record.ts';

/** Freezes a value with all its parts. A frozen part was frozen so before. */
export function freeze<Value extends Json>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof part === 'object') freeze(part);
  }
  return value;
}
