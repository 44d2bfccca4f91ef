// The places of events in the feed, as PostgreSQL gives them: the decisions without a database. Ids are drawn in ascending order, and an
// event is seen when it is committed. So an id below a seen one may be missing: its transaction is open, or was rolled back. Such a
// hole is looked for until no transaction from before it is open. The others get their places meanwhile.

/** Events whose ids follow each other. */
export interface Run {
  readonly id: number;
  readonly count: number;
}

/** Ids that are missing. */
export interface Hole {
  readonly first: number;
  readonly last: number;
  /** The number of a transaction that began after the hole was seen; undefined until one is known. */
  readonly since: number | undefined;
}

/** The state of whoever gives places. */
export interface Places {
  /** The place of the next event. */
  readonly next: number;
  /** Every event up to this id, its hole aside, has its place. */
  readonly seen: number;
  /** In ascending order. */
  readonly holes: readonly Hole[];
}

export interface PlacedRun extends Run {
  readonly position: number;
}

/** The id up to which every event has its place, or will never come. */
export const settledOf = ({ seen, holes }: Pick<Places, 'seen' | 'holes'>): number =>
  (holes[0]?.first ?? seen + 1) - 1;

/**
 * The state after a restart or a change of the process, from the runs that have ids behind `settled`.
 * @param runs in any order
 */
export function resumePlaces(settled: number, next: number, runs: readonly Run[]): Places {
  const holes: Hole[] = [];
  let seen = settled;
  for (const { id, count } of runs.toSorted((a, b) => a.id - b.id)) {
    const last = id + count - 1;
    if (last <= seen) continue;
    if (id > seen + 1) holes.push({ first: seen + 1, last: id - 1, since: undefined });
    seen = last;
  }
  return { next, seen, holes };
}

/** A look at committed events, as of one snapshot. */
export interface Look {
  /** The ids in the holes and behind `seen`, in ascending order. */
  readonly found: readonly Run[];
  /** The lowest number of a transaction that is open. */
  readonly lowestOpen: number;
}

/** @returns the runs that get places, and the state once they have them */
export function placeEvents(
  { next, seen, holes }: Places,
  { found, lowestOpen }: Look,
): { readonly runs: readonly PlacedRun[]; readonly places: Places } {
  const runs: PlacedRun[] = [];
  let position = next;
  for (const { id, count } of found) {
    runs.push({ position, id, count });
    position += count;
  }
  const isOpen = ({ since }: Hole): boolean => since === undefined || lowestOpen < since;
  const newest = found.at(-1);
  const last = newest ? newest.id + newest.count - 1 : seen;
  const fresh = { first: seen + 1, last, since: undefined };
  const missing = [...holes.filter(isOpen), ...(last > seen ? [fresh] : [])];
  return {
    runs,
    places: { next: position, seen: Math.max(seen, last), holes: withoutRuns(missing, runs) },
  };
}

/** The parts of holes that no run fills. Both come in ascending order. */
function withoutRuns(holes: readonly Hole[], runs: readonly Run[]): readonly Hole[] {
  const left: Hole[] = [];
  let index = 0;
  for (const { first, last, since } of holes) {
    let start = first;
    for (; index < runs.length; index += 1) {
      const { id, count } = runs[index] as Run;
      if (id > last) break;
      if (id > start) left.push({ first: start, last: id - 1, since });
      start = Math.max(start, id + count);
      // A run may go on into the next hole.
      if (start > last) break;
    }
    if (start <= last) left.push({ first: start, last, since });
  }
  return left;
}

/** Notes a transaction that began after all of these holes were seen. */
export const withNumber = (holes: readonly Hole[], number: number): readonly Hole[] =>
  holes.map((hole) => (hole.since === undefined ? { ...hole, since: number } : hole));

/** A part of a run that a page looks at. */
export interface Range {
  readonly position: number;
  readonly first: number;
  readonly last: number;
}

/** The ranges of ids of the next places, at most so many of them. @param runs in the order of their places */
export function rangesBehind(after: number, runs: readonly PlacedRun[], most: number): readonly Range[] {
  const ranges: Range[] = [];
  let left = most;
  for (const { position, id, count } of runs) {
    const skipped = Math.max(0, after + 1 - position);
    const taken = Math.min(left, count - skipped);
    if (taken <= 0) continue;
    const first = id + skipped;
    ranges.push({ position: position + skipped, first, last: first + taken - 1 });
    left -= taken;
    if (left === 0) break;
  }
  return ranges;
}

export const lastPlaceOf = ({ position, first, last }: Range): number => position + last - first;
