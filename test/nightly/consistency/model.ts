// The sequential specification of one player: the answer and the next state of each operation when operations come one at a time.
// The service chooses new entity tags and session ids: the state has none until an answer names it, and every named one must be
// new. Sessions do not expire here.
import { errorCatalogue } from '../../../src/errors/errors.ts';
import { INSTALLATIONS_PER_PLAYER } from '../../../src/limits.ts';
import {
  type CounterStep,
  type Event,
  isServers,
  isSuspension,
  isSuspensionChange,
  keyOf,
  type Operation,
  type Output,
  type PatchStep,
  type Start,
  type Write,
} from './operations.ts';

export interface ActiveSession {
  /** Undefined while no answer has told it. */
  readonly id: string | undefined;
  /** The last activity, or the earliest possible one. */
  readonly last: number;
  readonly isExact: boolean;
  /** The installation that started it. */
  readonly installationId: string | undefined;
}

/** A write of an installation that took effect. */
interface LastWrite {
  readonly id: string;
  /** Tells the write apart from every other one of the installation. */
  readonly digest: string;
}

export interface State {
  /** Null when nothing is stored. */
  readonly text: string | null;
  /** Undefined while no answer has told it. */
  readonly tag: string | undefined;
  /** True from the first write on, also after a delete. */
  readonly isWritten: boolean;
  /** The last write of each installation, the newest first. */
  readonly lastWrites: readonly LastWrite[];
  readonly session: ActiveSession | null;
  /** A suspended player has no session. */
  readonly isSuspended: boolean;
  /** Tags and ids from answers whose owner `Owners` does not name, in order. */
  readonly told: readonly string[];
  /** The keys under which an operation has run, of those sent more than once, in order. */
  readonly keys: readonly string[];
}

export const emptyState: State = {
  ...{ text: null, tag: undefined, isWritten: false, lastWrites: [] },
  ...{ session: null, isSuspended: false, told: [], keys: [] },
};

/** The owner of each tag and session id in an answer to a write: the operation, by its key where it has one. */
export type Owners = ReadonlyMap<string, unknown>;

/** The fields of an answer beside status and message. */
type Shown = 'nothing' | 'tag' | 'record' | 'text' | 'started' | 'resumed' | 'activity' | 'active' | 'ended';

export interface Outcome {
  readonly status: number;
  readonly message?: string;
  readonly shows: Shown;
  readonly next: State;
}

const done = (next: State, shows: Shown): Outcome => ({ status: 200, shows, next });
const refused = (error: keyof typeof errorCatalogue, state: State, shows: Shown = 'nothing'): Outcome => {
  const { statusCode, message } = errorCatalogue[error];
  return { status: statusCode, message, shows, next: state };
};

/** The effect of an operation on a state, before an answer names the service's choices. */
export function run(state: State, operation: Operation): Outcome {
  if (isSuspensionChange(operation)) {
    const isSuspended = operation.kind === 'suspend';
    return done({ ...state, session: isSuspended ? null : state.session, isSuspended }, 'nothing');
  }
  if (state.isSuspended && !isServers(operation)) return refused('playerSuspended', state);
  switch (operation.kind) {
    case 'read':
      if (operation.via === 'lookup') return done(state, 'text');
      if (operation.ifChangedFrom !== undefined && operation.ifChangedFrom === state.tag) {
        return { status: 304, shows: 'tag', next: state };
      }
      return done(state, 'record');
    case 'start':
      return start(state, operation);
    case 'active':
      return state.session ? done(state, 'active') : refused('noActiveSession', state);
    case 'heartbeat':
    case 'stop': {
      const { session } = state;
      const { sessionId } = operation;
      if (!session || (sessionId !== undefined && sessionId !== session.id)) {
        return refused('noActiveSession', state);
      }
      if (operation.kind === 'stop') return done({ ...state, session: null }, 'ended');
      return done({ ...state, session: { ...session, isExact: false } }, 'activity');
    }
    default:
      return write(state, operation);
  }
}

function start(state: State, { onActive = 'reject', installationId }: Start): Outcome {
  const { session } = state;
  const isOther = onActive === 'replaceOwn' && session?.installationId !== installationId;
  if (session && (onActive === 'reject' || isOther)) return refused('sessionAlreadyActive', state);
  if (session && onActive === 'resume') {
    return done({ ...state, session: { ...session, isExact: false } }, 'resumed');
  }
  return done({ ...state, session: { id: undefined, last: 0, isExact: false, installationId } }, 'started');
}

function write(state: State, operation: Write): Outcome {
  const { requiredSessionId, ifMatch, ifNoneMatch, installation, kind } = operation;
  const shows = kind === 'delete' ? 'tag' : 'record';
  const last = installation && { id: installation.id, digest: digestOf(operation) };
  if (last && state.lastWrites.some(({ digest }) => digest === last.digest)) return done(state, shows);
  if (requiredSessionId !== undefined && requiredSessionId !== state.session?.id)
    return refused('sessionNotCurrent', state);
  const matches = ifMatch === '*' ? state.text !== null : ifMatch === undefined || ifMatch === state.tag;
  const isThere = installation ? state.isWritten : state.text !== null;
  if (!matches || (ifNoneMatch === '*' && isThere)) return refused('preconditionFailed', state, 'record');
  const text = newText(state.text ?? '{}', operation);
  if (text === undefined) return refused('patchConflict', state);
  const before = kind === 'delete' ? state.text : (state.text ?? '{}');
  if (kind !== 'set' && text === before) return done(state, shows);
  const lastWrites = last ? withLast(state.lastWrites, last) : state.lastWrites;
  return done({ ...state, text, tag: undefined, isWritten: true, lastWrites }, shows);
}

const withLast = (lastWrites: readonly LastWrite[], last: LastWrite): readonly LastWrite[] =>
  [last, ...lastWrites.filter(({ id }) => id !== last.id)].slice(0, INSTALLATIONS_PER_PLAYER);

/** Everything in the request but its conditions. */
const digestOf = (operation: Write): string =>
  Bun.hash(
    JSON.stringify({
      ...operation,
      ifMatch: undefined,
      ifNoneMatch: undefined,
      requiredSessionId: undefined,
    }),
  ).toString(36);

/** Null for a delete, undefined for a patch that does not apply. */
function newText(text: string, operation: Write): string | null | undefined {
  if (operation.kind === 'delete') return null;
  if (operation.kind === 'set') return operation.text;
  const members = new Map<string, unknown>(Object.entries(JSON.parse(text)));
  if (operation.kind === 'merge') {
    for (const [name, value] of Object.entries(operation.patch)) {
      if (value === null) members.delete(name);
      else members.set(name, value);
    }
  } else if (operation.kind === 'count') {
    if (!operation.steps.every((step) => counts(members, step))) return undefined;
  } else if (!operation.steps.every((step) => applies(members, step))) return undefined;
  return JSON.stringify(Object.fromEntries(members));
}

/** A step of a JSON Patch (RFC 6902) on a member of the object, whose value is no container. */
function applies(members: Map<string, unknown>, { op, path, value }: PatchStep): boolean {
  const name = path.slice(1);
  if (op !== 'add' && !members.has(name)) return false;
  if (op === 'test') return members.get(name) === value;
  if (op === 'remove') members.delete(name);
  else members.set(name, value);
  return true;
}

/** A counter's step on a member of the object. Its numbers are small integers, which JavaScript adds exactly. */
function counts(members: Map<string, unknown>, step: CounterStep): boolean {
  const name = step.path.slice(1);
  const before = members.get(name);
  if (step.op === 'append') {
    if (before !== undefined && !Array.isArray(before)) return false;
    members.set(name, [...(before ?? []), step.value].slice(-step.maxItems));
    return true;
  }
  if (before !== undefined && typeof before !== 'number') return false;
  const sum = (before ?? 0) + step.by;
  if (step.max !== undefined && sum > step.max) return false;
  members.set(name, sum);
  return true;
}

/** The identity of the owner of a tag or an id: requests under one key are one operation. */
export const identityOf = (event: Event): unknown => keyOf(event.operation) ?? event;

/**
 * Lets an event happen in a state.
 * @param shared the keys that were sent more than once.
 * @returns the state after it; undefined when this answer is impossible.
 */
export function step(
  state: State,
  event: Event,
  owners: Owners,
  shared: ReadonlySet<string>,
): State | undefined {
  const key = keyOf(event.operation);
  const isRefused = event.output !== undefined && isSuspension(event.output);
  const isBound = state.isSuspended && !isServers(event.operation);
  const isShared = key !== undefined && shared.has(key) && !isBound && !isRefused;
  // All requests under one key have the same answer, which the checker has asserted, unless the player is suspended.
  if (isShared && state.keys.includes(key)) return state;
  // A lookup looks for a suspension first and then reads, so it may see what a server wrote under a suspension in between.
  const isLookup = event.operation.kind === 'read' && event.operation.via === 'lookup';
  if (isLookup && isBound && event.output && !isRefused) {
    return event.output.text === (state.text ?? '{}') ? state : undefined;
  }
  const outcome = run(state, event.operation);
  const next = event.output
    ? told(state, outcome, event.output, (name) => owners.get(name), identityOf(event))
    : outcome.next;
  return next && isShared ? { ...next, keys: [...next.keys, key].sort() } : next;
}

/** Compares the expectation of a state with an answer, and learns the service's choices from it. */
function told(
  before: State,
  { status, message, shows, next }: Outcome,
  output: Output,
  ownerOf: (name: string) => unknown,
  identity: unknown,
): State | undefined {
  if (output.status !== status || output.message !== message) return undefined;
  let names = next.told;
  /** True when it is the known value, or can be the new one. */
  function fits(name: string | undefined, expected: string | undefined): name is string {
    if (name === undefined) return false;
    if (expected !== undefined) return name === expected;
    const owner = ownerOf(name);
    if (owner !== undefined) return owner === identity;
    if (names.includes(name)) return false;
    names = [...names, name].sort();
    return true;
  }

  if (shows === 'nothing') return next;
  if (shows === 'text' || shows === 'record') {
    if (output.text !== (next.text ?? '{}')) return undefined;
    if (shows === 'text') return next;
  }
  if (shows === 'record' || shows === 'tag') {
    return fits(output.tag, next.tag) ? { ...next, tag: output.tag, told: names } : undefined;
  }
  const session = shows === 'ended' ? before.session : next.session;
  const { sessionId: id } = output;
  if (!session || !fits(id, session.id)) return undefined;
  if (shows === 'ended') {
    return (output.endTime ?? 0) >= session.last ? { ...next, told: names } : undefined;
  }
  if (shows === 'resumed') return { ...next, session: { ...session, id }, told: names };
  if (shows === 'active' && output.installationId !== session.installationId) return undefined;
  const last = (shows === 'started' ? output.startTime : output.lastActivity) ?? 0;
  if (session.isExact ? last !== session.last : last < session.last) return undefined;
  return { ...next, session: { ...session, id, last, isExact: true }, told: names };
}

/** Equal for equal states. */
export const keyOfState = ({ session, ...state }: State): string =>
  JSON.stringify([
    ...[state.text, state.tag ?? 0, state.isWritten, state.lastWrites.map(({ digest }) => digest)],
    session && [session.id ?? 0, session.last, session.isExact, session.installationId ?? 0],
    ...[state.isSuspended, state.told, state.keys],
  ]);
