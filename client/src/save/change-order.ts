// The order of waiting changes. Two may change places where neither sees the other's effect, on any record.
import { type Change, isPrefix, leavesOf } from './change.ts';
import { formatPointer, type Path, parsePointer } from './pointer.ts';

export interface Trace {
  /** The members of the document that the change reads or changes; undefined for any. */
  readonly members: ReadonlySet<string> | undefined;
  /** The paths that a merge or an addition changes; undefined for other changes. */
  readonly paths: readonly Path[] | undefined;
  /** The paths at which it makes an object where there is none. */
  readonly containers: readonly Path[];
  /** Merges of the same members have the same one. */
  readonly shape: string;
}

const traces = new WeakMap<Change['body'], Trace>();

export function traceOf({ body, kind }: Change): Trace {
  const known = traces.get(body);
  if (known) return known;
  const trace = kind === 'initial' ? anything : makeTrace(body);
  traces.set(body, trace);
  return trace;
}

const anything: Trace = { members: undefined, paths: undefined, containers: [], shape: '' };

/** More paths are not compared with each other. */
const mostPaths = 100;

function makeTrace(body: Change['body']): Trace {
  if ('data' in body) return { ...anything, members: body.paths && membersOf(body.paths.map(parsePointer)) };
  if ('patch' in body) {
    const leaves = leavesOf(body.patch);
    const shape = JSON.stringify(leaves.map(formatPointer).sort());
    const members = new Set(Object.keys(body.patch));
    if (leaves.length > mostPaths) return { ...anything, members, shape };
    const containers = leaves.flatMap((leaf) => leaf.slice(1).map((_, index) => leaf.slice(0, index + 1)));
    return { members, paths: leaves, containers, shape };
  }
  const pointers = body.operations.flatMap((each) =>
    'from' in each && typeof each.from === 'string' ? [each.path, each.from] : [each.path],
  );
  const paths = [...new Set(pointers)].map(parsePointer);
  const isAddition = body.operations.every(({ op }) => op === 'increment' || op === 'append');
  return { ...anything, members: membersOf(paths), paths: isAddition ? paths : undefined };
}

/** Undefined for paths of which one is the whole document. */
function membersOf(paths: readonly Path[]): ReadonlySet<string> | undefined {
  const members = new Set<string>();
  for (const [member] of paths) {
    if (member === undefined) return undefined;
    members.add(member);
  }
  return members;
}

const isRelated = (one: Path, other: Path): boolean => isPrefix(one, other) || isPrefix(other, one);

/**
 * May a change go before another one, to a third one before both, with which it is joined?
 * Changes of different members may. Below one member, objects on the way count too: an addition needs them, and a merge makes them.
 */
export function mayPass(change: Change, other: Change, target: Change): boolean {
  const [own, passed] = [traceOf(change), traceOf(other)];
  if (own.members && passed.members && ![...own.members].some((each) => passed.members?.has(each)))
    return true;
  if (!own.paths || !passed.paths) return false;
  const isMet = (path: Path): boolean => (passed.paths ?? []).some((each) => isRelated(path, each));
  if (own.paths.some(isMet)) return false;
  const made = new Set(traceOf(target).containers.map(formatPointer));
  if (own.containers.some((path) => !made.has(formatPointer(path)) && isMet(path))) return false;
  const isMerge = 'patch' in change.body;
  return isMerge || !passed.containers.some((path) => own.paths?.some((each) => isRelated(path, each)));
}
