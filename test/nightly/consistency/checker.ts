// The check whether a history is linearizable: every operation has one moment between its call and its answer, so that all
// answers are those of the sequential model. (Herlihy, Wing: Linearizability, 1990.) The search is that of Wing and Gong (Testing
// and verifying concurrent objects, 1993) with Lowe's memory of configurations met before (Testing for linearizability, 2017);
// each player is searched alone, since a history is linearizable when it is for each object by itself (Herlihy, Wing, theorem 1;
// "P-compositionality" in Horn, Kroening: Faster linearizability checking, 2015).
import { emptyState, identityOf, keyOfState, type Owners, type State, step } from './model.ts';
import {
  type Event,
  installationOf,
  isRead,
  isSuspension,
  isSuspensionChange,
  keyOf,
  type Output,
} from './operations.ts';

/** A point of the search: the operations that have happened, and the state after them. */
export interface Configuration {
  /** All answered operations before this one have happened, in the order of their calls. */
  readonly low: number;
  /** The operations after `low` that have happened too. */
  readonly ahead: readonly number[];
  /** The unanswered operations that have happened, as bits. */
  readonly unanswered: bigint;
  readonly state: State;
  readonly parent: Configuration | undefined;
  /** The operation that happened last. */
  readonly event: Event | undefined;
}

export interface Verdict {
  readonly isLegal: boolean;
  /** The reason why not, where no search was needed. */
  readonly reason?: string;
  /** The operation that no order could explain, when the history is not legal. */
  readonly deepest?: Configuration;
  /** The number of points that the search visited. */
  readonly configurations: number;
  readonly unanswered: number;
}

export class SearchTooLong extends Error {}

export const searchBudget = 400_000;

export const byPlayer = (history: readonly Event[]): Map<string, Event[]> =>
  Map.groupBy(history, (event) => event.player);

export interface Prepared {
  /** In the order of their calls. */
  readonly answered: readonly Event[];
  readonly unanswered: readonly Event[];
  readonly owners: Owners;
  readonly shared: ReadonlySet<string>;
}

/**
 * Checks the events of one player.
 * @throws SearchTooLong when neither answer was found within the budget, in configurations.
 */
export function check(events: readonly Event[], budget = searchBudget): Verdict {
  const prepared = prepare(events);
  if (typeof prepared === 'string') {
    return { isLegal: false, reason: prepared, configurations: 0, unanswered: 0 };
  }
  return search(prepared, budget);
}

function search(prepared: Prepared, budget: number): Verdict {
  const { answered, unanswered } = prepared;
  const start: Configuration = {
    ...{ low: 0, ahead: [], unanswered: 0n, state: emptyState },
    ...{ parent: undefined, event: undefined },
  };
  const met = new Map<string, bigint[]>();
  const open = [start];
  let deepest = start;
  let configurations = 0;
  for (let here = open.pop(); here; here = open.pop()) {
    if (!addUnlessCovered(met, here)) continue;
    configurations += 1;
    if (configurations > budget) throw new SearchTooLong(`more than ${budget} configurations`);
    if (here.low === answered.length) {
      return { isLegal: true, configurations, unanswered: unanswered.length };
    }
    if (depth(here) > depth(deepest)) deepest = here;
    open.push(...next(prepared, here));
  }
  return { isLegal: false, deepest, configurations, unanswered: unanswered.length };
}

export const depth = ({ low, ahead }: Configuration): number => low + ahead.length;

/**
 * Adds a configuration to those that were met, unless one of them covers it. That one has the same answered operations and the
 * same state, and every unanswered operation that this one has left. So an unanswered write without a visible effect is never
 * followed far.
 * @returns true when the configuration was added
 */
function addUnlessCovered(
  met: Map<string, bigint[]>,
  { low, ahead, unanswered, state }: Configuration,
): boolean {
  const key = `${low} ${ahead.join(' ')} ${keyOfState(state)}`;
  const there = met.get(key) ?? [];
  if (there.some((used) => (used & unanswered) === used)) return false;
  met.set(key, [...there.filter((used) => (used & unanswered) !== unanswered), unanswered]);
  return true;
}

/** The operations that can happen next, the most promising one last. */
function next(prepared: Prepared, here: Configuration): Configuration[] {
  const { answered, unanswered, owners, shared } = prepared;
  const { indexes, firstReturn } = candidates(answered, here);
  const known = keyOfState(here.state);
  const found: (Configuration & { readonly event: Event })[] = [];
  for (const index of indexes) {
    const event = answered[index] as Event;
    const state = step(here.state, event, owners, shared);
    if (!state) continue;
    const configuration = { ...advance(answered, here, index), state, parent: here, event };
    // Nothing changes, so it may as well happen now, and nothing else has to be tried. An exception is a start that resumes:
    // later it would be an activity at a time that its answer does not have. Another is a change of the suspension, whose answer
    // is the same in every state.
    const isPassive =
      !isSuspensionChange(event.operation) && (state === here.state || event.operation.kind !== 'start');
    if (isPassive && keyOfState(state) === known) return [configuration];
    found.push(configuration);
  }
  found.sort((a, b) => b.event.return - a.event.return);
  const late = unanswered.flatMap((event, index) => {
    const bit = 1n << BigInt(index);
    if ((here.unanswered & bit) !== 0n || event.call > firstReturn) return [];
    const state = step(here.state, event, owners, shared);
    if (!state || keyOfState(state) === known) return [];
    return [{ ...here, unanswered: here.unanswered | bit, state, parent: here, event }];
  });
  return [...late, ...found];
}

/** The answered operations that may come next: those that were called before the first answer of the operations left. */
export function candidates(
  answered: readonly Event[],
  { low, ahead }: Configuration,
): { readonly indexes: readonly number[]; readonly firstReturn: number } {
  const indexes: number[] = [];
  let firstReturn = Number.POSITIVE_INFINITY;
  for (let index = low; index < answered.length; index += 1) {
    const event = answered[index] as Event;
    if (event.call > firstReturn) break;
    if (ahead.includes(index)) continue;
    indexes.push(index);
    firstReturn = Math.min(firstReturn, event.return);
  }
  return { indexes, firstReturn };
}

function advance(
  answered: readonly Event[],
  { low, ahead, unanswered }: Configuration,
  index: number,
): Pick<Configuration, 'low' | 'ahead' | 'unanswered'> {
  const done = new Set([...ahead, index]);
  let first = low;
  while (first < answered.length && done.has(first)) first += 1;
  return { low: first, ahead: [...done].filter((each) => each > first).sort((a, b) => a - b), unanswered };
}

/** Sorts the events. Returns a sentence when they contradict each other in every order. */
export function prepare(events: readonly Event[]): Prepared | string {
  const answers = new Map<string, Output>();
  const sent = new Map<string, number>();
  for (const { operation, output } of events) {
    const key = keyOf(operation);
    if (key === undefined) continue;
    sent.set(key, (sent.get(key) ?? 0) + 1);
    if (!output || isSuspension(output)) continue;
    const first = answers.get(key);
    if (first && !Bun.deepEquals(first, output)) return `two answers under the key ${key}`;
    answers.set(key, output);
  }
  const owners = ownersOf(events);
  if (typeof owners === 'string') return owners;
  const startTimes = contradictingStart(events);
  if (startTimes !== undefined) return startTimes;
  const byCall = events.toSorted((a, b) => a.call - b.call);
  return {
    owners,
    shared: new Set([...sent].flatMap(([key, times]) => (times > 1 ? [key] : []))),
    answered: byCall.filter((event) => event.output),
    // The answer to another request under the key is also the answer to this one.
    unanswered: byCall.flatMap((event) => {
      if (event.output || isRead(event.operation)) return [];
      const output = answers.get(keyOf(event.operation) ?? '');
      return [output ? { ...event, output } : event];
    }),
  };
}

function ownersOf(events: readonly Event[]): Owners | string {
  const owners = new Map<string, unknown>();
  for (const event of events) {
    const name = ownName(event);
    if (name === undefined) continue;
    if (owners.has(name) && owners.get(name) !== identityOf(event)) {
      return `two writes were answered with ${name} as new`;
    }
    owners.set(name, identityOf(event));
  }
  return owners;
}

/**
 * The tag or session id that a write certainly made, if any. A write of an installation may change nothing, or be a repetition:
 * then it answers the tag of a state that somebody else wrote. Every other set or patch of the mix changes something.
 */
function ownName({ operation, output }: Event): string | undefined {
  if (output?.status !== 200) return undefined;
  if (operation.kind === 'start') return operation.onActive === 'resume' ? undefined : output.sessionId;
  if (installationOf(operation)) return undefined;
  return ['set', 'merge', 'patch', 'count'].includes(operation.kind) ? output.tag : undefined;
}

function contradictingStart(events: readonly Event[]): string | undefined {
  const starts = new Map<string, number>();
  for (const { output } of events) {
    const { sessionId, startTime } = output ?? {};
    if (sessionId === undefined || startTime === undefined) continue;
    if ((starts.get(sessionId) ?? startTime) !== startTime) return `two start times of session ${sessionId}`;
    starts.set(sessionId, startTime);
  }
  return undefined;
}
