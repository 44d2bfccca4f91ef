// The changes that a killed game told: which it made, and which of them its save had kept. The record of the service must have each
// kept one exactly once, in order, and none that was not made.
import { expect } from 'bun:test';

export interface ToldChanges {
  readonly made: number[];
  readonly kept: Set<number>;
}

/** Reads the whole lines `made 7` and `kept 7`. */
export function hear(told: ToldChanges, output: string): void {
  for (const line of output.split('\n').slice(0, -1)) {
    const [word, number] = line.split(' ');
    if (word === 'made') told.made.push(Number(number));
    if (word === 'kept') told.kept.add(Number(number));
  }
}

interface Recorded {
  readonly count?: number;
  readonly log?: readonly number[];
  readonly last?: number;
  readonly [member: string]: unknown;
}

/** Compares the record with the changes that were told, by their kinds (killed-game-changes.mjs). */
export function checkRecord(record: Recorded, { made, kept }: ToldChanges): void {
  const isKind =
    (...kinds: number[]) =>
    (number: number) =>
      kinds.includes(number % 5);
  const log = record.log ?? [];
  expect(log).toEqual(made.filter((number) => log.includes(number)));
  expect([...kept].filter(isKind(0, 1)).filter((number) => !log.includes(number))).toEqual([]);
  const members = made.filter((number) => record[`k${number}`] === number);
  expect([...kept].filter(isKind(2, 3)).filter((number) => !members.includes(number))).toEqual([]);
  expect(Object.keys(record).filter((key) => /^k\d/.test(key))).toHaveLength(members.length);
  expect(record.last).toBe(members.at(-1));
  // Additions of three sizes stand apart in the sum. Those that were made and not kept may be in it.
  for (const size of [0, 1, 2]) {
    const isOfSize = (number: number) => number % 5 === 4 && number % 3 === size;
    const found = Math.floor((record.count ?? 0) / 1_000 ** size) % 1_000;
    expect(found).toBeGreaterThanOrEqual([...kept].filter(isOfSize).length);
    expect(found).toBeLessThanOrEqual(made.filter(isOfSize).length);
  }
}
