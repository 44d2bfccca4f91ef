// The distribution of players by the values of a declared index: numbers in ranges of equal width, strings and booleans by value.
// An index is read page by page in the order of its values, so memory is bounded whatever is stored. Equal requests share a count.
import { ApiError } from '../errors/errors.ts';
import { indexIncomplete } from '../errors/index-incomplete.ts';
import type { Clock } from '../lib/clock.ts';
import { KeyMap } from '../lib/key-map.ts';
import { otherValue } from '../lib/value-table.ts';
import { STATISTICS_MAX_AGE_SECONDS } from '../limits.ts';
import type {
  EntriesOfIndex,
  FoundIndex,
  IndexPlace,
  IndexStore,
  IndexType,
  ValueCount,
} from '../store/ports/indexes.ts';
import { DISTRIBUTIONS_KEPT } from '../tuning.ts';
import { createSharedWork } from './shared-work.ts';

export interface DistributionQuery {
  readonly pointer: string;
  /** Undefined for the newest index on the pointer. */
  readonly type: IndexType | undefined;
  /** The most ranges or values. */
  readonly rows: number;
}

/** Players with a number of a range: `from` is inclusive, `to` is not, unless it is the largest double. */
export interface RangeRow {
  readonly from: number;
  readonly to: number;
  readonly players: number;
}

export interface Distribution {
  readonly type: IndexType;
  /** When the count began, in milliseconds since the epoch. */
  readonly asOf: number;
  /** Players with a value of the type. */
  readonly players: number;
  /** For numbers, in ascending order; ranges without players are left out. */
  readonly ranges: readonly RangeRow[];
  /** For strings and booleans, most players first, then `other`. */
  readonly values: readonly ValueCount[];
}

export interface Distributions {
  /**
   * The index of a query.
   * @throws ApiError `invalidRequest` for a pointer without an index of the type; `serviceUnavailable` while the index is being built
   */
  choose(query: Pick<DistributionQuery, 'pointer' | 'type'>): Promise<EntriesOfIndex>;
  /** @param rows the most ranges or values */
  count(index: EntriesOfIndex, rows: number): Promise<Distribution>;
}

/** A kept distribution is passed on up to this age, so an answer reaches its caller within the bound of all statistics. */
const keptMilliseconds = (STATISTICS_MAX_AGE_SECONDS * 1000) / 2;

type Indexes = Pick<IndexStore, 'find' | 'findLargest' | 'listValues'>;

export function createDistributions(
  indexes: Indexes,
  clock: Pick<Clock, 'now' | 'monotonic'>,
): Distributions {
  const share = createSharedWork<Distribution>();
  const kept = new KeyMap<{ readonly distribution: Distribution; readonly at: number }>();

  async function countAnew(key: string, index: EntriesOfIndex, rows: number): Promise<Distribution> {
    const [at, asOf] = [clock.monotonic(), clock.now()];
    const isNumber = index.type === 'number';
    const ranges = isNumber ? await countRanges(indexes, index, rows) : [];
    const { values, players } = isNumber
      ? { values: [], players: sumOf(ranges) }
      : await countValues(indexes, index, rows);
    const distribution = { type: index.type, asOf, players, ranges, values };
    kept.delete(key);
    kept.set(key, { distribution, at });
    if (kept.size > DISTRIBUTIONS_KEPT) for (const [oldest] of [...kept].slice(0, 1)) kept.delete(oldest);
    return distribution;
  }

  return {
    choose: ({ pointer, type }) => findIndex(indexes, pointer, type),
    async count(index, rows) {
      const key = `${index.indexId} ${rows}`;
      const known = kept.get(key);
      if (known && clock.monotonic() - known.at < keptMilliseconds) return known.distribution;
      return share(key, () => countAnew(key, index, rows));
    },
  };
}

async function findIndex(
  indexes: Indexes,
  pointer: string,
  type: IndexType | undefined,
): Promise<FoundIndex> {
  const found = await indexes.find(pointer);
  const fitting = found.filter((index) => type === undefined || index.type === type);
  const newest = fitting.toSorted((a, b) => b.indexId - a.indexId)[0];
  const name = JSON.stringify(pointer);
  if (!newest) {
    const detail =
      found.length === 0
        ? `no index is declared on ${name}`
        : `no index of type ${type} is declared on ${name}`;
    throw new ApiError('invalidRequest', { detail });
  }
  if (newest.isWhole) return newest;
  throw indexIncomplete(pointer);
}

const sumOf = (rows: readonly { readonly players: number }[]): number =>
  rows.reduce((sum, { players }) => sum + players, 0);

/** The values of an index in ascending order. One may come several times, one after the other. */
async function* eachValue(indexes: Indexes, index: EntriesOfIndex): AsyncGenerator<ValueCount> {
  let place: IndexPlace | undefined = { value: new Uint8Array(), sequentialId: 0 };
  while (place) {
    const page = await indexes.listValues(index, place);
    yield* page.values;
    place = page.next;
  }
}

async function countRanges(
  indexes: Indexes,
  index: EntriesOfIndex,
  rows: number,
): Promise<readonly RangeRow[]> {
  const largest = await indexes.findLargest(index);
  if (largest === undefined) return [];
  const ranges: { from: number; to: number; players: number }[] = [];
  let step: number | undefined;
  for await (const { value, players } of eachValue(indexes, index)) {
    const number = Number(value);
    step ??= niceStep(number, Math.max(number, Number(largest)), rows);
    const last = ranges.at(-1);
    if (last && (number < last.to || last.to === Number.MAX_VALUE)) {
      last.players += players;
      continue;
    }
    const place = Math.floor(number / step);
    const to = finite((place + 1) * step);
    // A larger number may have come since the largest was read.
    if (last && ranges.length >= rows) Object.assign(last, { to, players: last.players + players });
    else ranges.push({ from: finite(place * step), to, players });
  }
  return ranges;
}

/** JSON has no infinity, which the bounds of a range of the largest numbers would be. */
const finite = (number: number): number => Math.max(-Number.MAX_VALUE, Math.min(number, Number.MAX_VALUE));

/** The least of 1, 2, 5, 10, 20 and so on, or of 0.5, 0.2, 0.1, in which a span takes at most so many ranges. */
function niceStep(least: number, largest: number, rows: number): number {
  if (least === largest) return 1;
  // The span of two numbers may be past the largest double, and a share of it may be 0.
  const wanted = finite(largest / rows - least / rows);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const steps = [1, 2, 5, 10, 20, 50].map((factor) => factor * power);
  const fits = (step: number) => Math.floor(largest / step) - Math.floor(least / step) < rows;
  const found = steps.find((step) => step > 0 && step < Number.POSITIVE_INFINITY && fits(step));
  return found ?? Math.max(finite(wanted * 2), Number.MIN_VALUE);
}

async function countValues(
  indexes: Indexes,
  index: EntriesOfIndex,
  rows: number,
): Promise<{ readonly values: readonly ValueCount[]; readonly players: number }> {
  let [players, largest]: [number, ValueCount[]] = [0, []];
  const keep = () => {
    largest = largest.sort((a, b) => b.players - a.players).slice(0, rows);
  };
  let current: { value: string; players: number } | undefined;
  for await (const { value, players: count } of eachValue(indexes, index)) {
    players += count;
    if (current?.value === value) {
      current.players += count;
      continue;
    }
    current = { value, players: count };
    largest.push(current);
    // The last one may still grow.
    if (largest.length > 4 * rows) {
      largest.pop();
      keep();
      largest.push(current);
    }
  }
  keep();
  const rest = players - sumOf(largest);
  return {
    players,
    values: rest === 0 ? largest : [...largest, { value: JSON.stringify(otherValue), players: rest }],
  };
}
