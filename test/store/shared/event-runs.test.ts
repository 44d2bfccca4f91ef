// The places of events, over random transactions that draw ids, stay open, commit or are rolled back: each event that is committed gets
// one place, without a gap, and an open transaction holds up its own events alone.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  lastPlaceOf,
  type PlacedRun,
  type Places,
  placeEvents,
  type Run,
  rangesBehind,
  resumePlaces,
  settledOf,
  withNumber,
} from '../../../src/store/shared/event-runs.ts';
import { amount } from '../../harness/nightly.ts';

const first: Places = { next: 1, seen: 0, holes: [] };
/** Every transaction is open as far as this look knows. */
const look = (...ids: number[]) => ({ found: runsOf(ids), lowestOpen: 0 });

function runsOf(ids: readonly number[]): readonly Run[] {
  const runs: { id: number; count: number }[] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run && run.id + run.count === id) run.count += 1;
    else runs.push({ id, count: 1 });
  }
  return runs;
}

describe('places', () => {
  test('are looked for until no transaction from before is open', () => {
    const { places } = placeEvents(first, look(3));
    const numbered: Places = { ...places, holes: withNumber(places.holes, 100) };
    expect(placeEvents(numbered, { found: [], lowestOpen: 99 }).places.holes).toHaveLength(1);
    const late = placeEvents(numbered, { found: runsOf([2]), lowestOpen: 100 });
    expect([late.runs, late.places.holes]).toEqual([[{ position: 2, id: 2, count: 1 }], []]);
    expect(settledOf(late.places)).toBe(3);
    // Nothing is settled behind the first of several holes.
    expect(settledOf(placeEvents(first, look(2, 4, 6)).places)).toBe(0);
  });

  test('of a page begin behind a place and end within a run', () => {
    const runs: readonly PlacedRun[] = [
      { position: 5, id: 50, count: 10 },
      { position: 15, id: 90, count: 3 },
    ];
    expect(rangesBehind(7, runs, 4)).toEqual([{ position: 8, first: 53, last: 56 }]);
    const ranges = rangesBehind(12, runs, 100);
    expect(ranges).toEqual([
      { position: 13, first: 58, last: 59 },
      { position: 15, first: 90, last: 92 },
    ]);
    expect(ranges.map(lastPlaceOf)).toEqual([14, 17]);
    expect(rangesBehind(17, runs, 100)).toEqual([]);
  });

  /** A step of the world: begin a transaction, draw an id in one, end one, look, or change the process. */
  const step = fc.record({
    // Some kinds come more often.
    kind: fc.constantFrom(...'begin draw draw draw commit commit rollback look look change'.split(' ')),
    which: fc.nat(5),
  });

  test('are dense, each event has one, and a reader misses none', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let nextId = 1;
        let nextNumber = 1;
        let open: { number: number; ids: number[] }[] = [];
        const committed = new Set<number>();
        const runs: (PlacedRun & { settled: number })[] = [];
        let places = first;
        const lookOnce = () => {
          const last = places.seen;
          const isSought = (id: number) =>
            id > last || places.holes.some((hole) => id >= hole.first && id <= hole.last);
          const ids = [...committed].filter(isSought).sort((a, b) => a - b);
          const lowestOpen = Math.min(nextNumber, ...open.map(({ number }) => number));
          const placed = placeEvents(places, { found: runsOf(ids), lowestOpen });
          runs.push(...placed.runs.map((run) => ({ ...run, settled: settledOf(placed.places) })));
          places = { ...placed.places, holes: withNumber(placed.places.holes, nextNumber) };
          nextNumber += 1;
        };
        const end = (which: number, commits: boolean) => {
          const ended = open[which % Math.max(1, open.length)];
          if (!ended) return;
          open = open.filter((each) => each !== ended);
          if (commits) for (const id of ended.ids) committed.add(id);
        };
        for (const { kind, which } of steps) {
          if (kind === 'begin') {
            open.push({ number: nextNumber, ids: [] });
            nextNumber += 1;
          } else if (kind === 'draw') {
            const drawer = open[which % Math.max(1, open.length)];
            if (!drawer) continue;
            drawer.ids.push(nextId);
            nextId += 1;
          } else if (kind === 'look') {
            lookOnce();
            const given = runs.reduce((sum, { count }) => sum + count, 0);
            expect(given).toBe(committed.size);
          } else if (kind === 'change') {
            const settled = runs.at(-1)?.settled ?? 0;
            places = resumePlaces(settled, places.next, runs);
          } else end(which, kind === 'commit');
        }
        while (open.length > 0) end(0, true);
        lookOnce();
        lookOnce();
        const ids = runs.flatMap(({ id, count }) => Array.from({ length: count }, (_, n) => id + n));
        expect(ids.toSorted((a, b) => a - b)).toEqual([...committed].sort((a, b) => a - b));
        let position = 1;
        for (const run of runs) {
          expect(run.position).toBe(position);
          position += run.count;
        }
        expect(places.holes).toEqual([]);
      }),
      { numRuns: amount(1_000, 30_000) },
    );
  });
});
