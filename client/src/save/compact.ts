// The compaction of waiting changes, for a game that saves every second without a network. Two are joined only where one change has the
// effect of both on every record, also on one that another device changed, and where the service takes both or neither.
import type { JsonObject } from '../record.ts';
import { applyChanges, type Change, type ChangeBody, type QueuedChange } from './change.ts';
import { mayPass, traceOf } from './change-order.ts';
import { joinCounters, joinPatches, joinSets } from './join.ts';

const mostPatchCharacters = 100_000;
/** A change looks for its place among so many before it. */
const mostPlaces = 64;

interface Place {
  change: QueuedChange;
  /** The state before it. */
  readonly before: JsonObject;
}

/**
 * @param document the state before the first change
 * @param changes that wait, in order
 * @param isAny joins merges of different members too, of which path rules or the bound of a record might refuse one and not the other,
 *   and more sets (join.ts)
 * @returns the changes to store, and undefined for those to delete, by number: joined ones have the place of the first and the id of
 *   the last
 */
export function compactChanges(
  document: JsonObject,
  changes: readonly QueuedChange[],
  isAny: boolean,
): ReadonlyMap<number, Change | undefined> {
  const compacted = new Map<number, Change | undefined>();
  const places: Place[] = [];
  let state = document;
  for (const change of changes) {
    const before = state;
    state = applyChanges(state, [change]);
    const found = findPlace(places, { change, before }, isAny);
    if (!found) {
      places.push({ change, before });
      continue;
    }
    const { place, body } = found;
    const { number, ...made } = change;
    const count = (place.change.count ?? 1) + (change.count ?? 1);
    const joined: Change = { ...made, body, count };
    compacted.set(number, undefined);
    compacted.set(place.change.number, joined);
    place.change = { ...joined, number: place.change.number };
  }
  return compacted;
}

/** The newest change with which another one can be joined, and the body of both. */
function findPlace(
  places: readonly Place[],
  added: Place,
  isAny: boolean,
): { readonly place: Place; readonly body: ChangeBody } | undefined {
  const { change } = added;
  if (change.isAlone || change.kind === 'initial') return undefined;
  const passed: Change[] = [];
  for (const place of places.slice(-mostPlaces).reverse()) {
    const other = place.change;
    if (other.kind === 'initial') return undefined;
    // The document of a set also has what the changes before it made of its members.
    const isSet = 'data' in other.body;
    const isFree = (each: Change): boolean =>
      mayPass(change, each, other) && (!isSet || mayPass(other, each, other));
    if (!other.isAlone && passed.every(isFree)) {
      const body = joinBodies(place, added, isAny, passed.length === 0);
      if (body) return { place, body };
    }
    passed.push(other);
  }
  return undefined;
}

function joinBodies(first: Place, second: Place, isAny: boolean, isNext: boolean): ChangeBody | undefined {
  const [one, two] = [first.change.body, second.change.body];
  if ('data' in one) {
    if (!('data' in two)) return undefined;
    const body = joinSets([one, two], [first.before, second.before], isAny);
    // Without paths it would have the effect of the changes between.
    return isNext || body?.paths ? body : undefined;
  }
  if ('patch' in one) {
    if (!('patch' in two)) return undefined;
    const isOneShape = traceOf(first.change).shape === traceOf(second.change).shape;
    const patch = isOneShape || isAny ? joinPatches(one.patch, two.patch) : undefined;
    const isSmall = isOneShape || JSON.stringify(patch ?? '').length <= mostPatchCharacters;
    return patch && isSmall ? { patch } : undefined;
  }
  const operations = 'operations' in two ? joinCounters(one.operations, two.operations) : undefined;
  return operations && { operations };
}
