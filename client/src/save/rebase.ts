// The device's changes upon another state of the service: the paths that both changed, the changes as they go again, and the
// change that stands for a decision of the game.
import type { Json, JsonObject } from '../record.ts';
import {
  applyChange,
  applyChanges,
  type Change,
  isCounter,
  isPrefix,
  type QueuedChange,
  touchedPaths,
} from './change.ts';
import { isEqual, parseExact } from './equality.ts';
import { applyOperations, operationsBetween, operationsUpon, unknown } from './operations.ts';
import { formatPointer, isObject, type Path, parsePointer, valueAt, withMember } from './pointer.ts';

export interface Rebase {
  /** Both the device and the service changed a value at one path, and not to the same. */
  readonly isConflict: boolean;
  /** The pointers of such paths. */
  readonly disputed: readonly string[];
  /** The changes as they go again. A `set` names only the paths that it changed. */
  readonly changes: readonly QueuedChange[];
  readonly base: JsonObject;
  /** The service's state with the device's changes, but for additions, which come after any decision. */
  readonly mine: JsonObject;
  readonly theirs: JsonObject;
}

/** @param base the text upon which the changes were made  @param theirs the text of the service */
export function rebaseChanges(changes: readonly QueuedChange[], base: string, theirs: string): Rebase {
  const [exactBase, exactTheirs] = [parseExact(base), parseExact(theirs)];
  const [baseData, theirData] = [JSON.parse(base) as JsonObject, JSON.parse(theirs) as JsonObject];
  const conflicting = changes.filter((change) => !isCounter(change));
  const touched: Path[] = [];
  const again: QueuedChange[] = [];
  let [state, theirState, mine] = [baseData, theirData, theirData];
  for (const change of changes) {
    const upon = (target: JsonObject): QueuedChange =>
      'data' in change.body ? setUpon(state, change, target) : change;
    const next = upon(theirState);
    if (!isCounter(change)) mine = applyChanges(mine, [upon(mine)]);
    if (!isCounter(change)) touched.push(...touchedPaths(state, 'data' in next.body ? change : next));
    again.push(next);
    state = applyChanges(state, [change]);
    theirState = applyChanges(theirState, [next]);
  }
  const ownState = parseExact(JSON.stringify(applyChanges(baseData, conflicting)));
  const isDisputed = (path: Path): boolean => {
    const their = valueAt(exactTheirs, path);
    return !isEqual(valueAt(exactBase, path), their) && !isEqual(valueAt(ownState, path), their);
  };
  const disputed = touched.filter(isDisputed).map(formatPointer);
  return {
    isConflict: disputed.length > 0,
    disputed,
    changes: again,
    base: baseData,
    mine,
    theirs: theirData,
  };
}

/** The whole document is sent where a set or a decision differs at more paths. */
const mostOperations = 400;

/** A `set` as it goes again: with the paths that it changed. @param state before it on this device  @param theirs before it there */
function setUpon(state: JsonObject, change: QueuedChange, theirs: JsonObject): QueuedChange {
  const again = 'data' in change.body ? (change.body.again ?? []) : [];
  const operations = operationsUpon(withUnknown(state, again), applyChange(state, change), theirs);
  const body =
    operations.length > mostOperations ? { data: applyOperations(theirs, operations) } : { operations };
  return { ...change, body };
}

/** The document with unknown values at some places, so that every other value is one that was changed. */
function withUnknown(document: JsonObject, pointers: readonly string[]): JsonObject {
  const put = (value: Json | undefined, [token, ...rest]: Path): Json =>
    token !== undefined && isObject(value)
      ? withMember(value, token, rest.length > 0 ? put(value[token], rest) : unknown)
      : unknown;
  return pointers.reduce((state, pointer) => put(state, parsePointer(pointer)) as JsonObject, document);
}

/**
 * The changes after a decision of the game: one that makes the service's state the decision, then the additions that no later
 * change of the device had overwritten.
 */
export function changesOfDecision(
  { changes, theirs }: Rebase,
  decision: JsonObject,
  made: { readonly id: string; readonly madeAt: string },
): { readonly decided: Change | undefined; readonly kept: readonly QueuedChange[] } {
  const operations = operationsBetween(theirs, decision);
  const body = operations.length > mostOperations ? { data: decision } : { operations };
  const decided = operations.length === 0 ? undefined : ({ ...made, kind: 'set', body } as const);
  const kept = changes.filter(
    (change, index) => isCounter(change) && !isOverwritten(change, changes.slice(index + 1)),
  );
  return { decided, kept };
}

function isOverwritten(counter: Change, later: readonly Change[]): boolean {
  const pathsOf = ({ body }: Change): readonly Path[] =>
    'operations' in body
      ? body.operations.map(({ path }) => parsePointer(path))
      : touchedPaths({}, { ...counter, body });
  return later
    .filter((change) => !isCounter(change))
    .flatMap(pathsOf)
    .some((path) => pathsOf(counter).some((own) => isPrefix(path, own)));
}
