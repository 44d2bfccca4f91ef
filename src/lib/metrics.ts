// Counters, gauges and histograms: numbers in memory that cost little per request and are read when the metrics are requested.
// Names and units follow Prometheus: base units, `_total` for counters. Labels have few values, and none comes from a caller.

export type Labels = Readonly<Record<string, string>>;

/** A number that only grows. */
export interface Counter {
  value: number;
}

/** Counts of values by range. */
export interface Histogram {
  observe(value: number): void;
}

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

export interface HistogramSample {
  readonly labels: Labels;
  /** The number of values at or below each bound. */
  readonly upTo: readonly number[];
  /** The number of all values. */
  readonly count: number;
  readonly sum: number;
}

interface Described {
  readonly name: string;
  readonly help: string;
  /**
   * The value of several processes of one service, where it is not their sum. `max` is for a gauge in which all tell of one thing,
   * `min` for a beginning.
   */
  readonly across?: 'max' | 'min';
}

export type Family = Described &
  (
    | { readonly type: 'counter' | 'gauge'; samples(): readonly Sample[] }
    | {
        readonly type: 'histogram';
        readonly bounds: readonly number[];
        samples(): readonly HistogramSample[];
      }
  );

/** A family with its values, read at one moment. It is plain data, so that processes can send it to each other. */
export type FamilyValues = Described &
  (
    | { readonly type: 'counter' | 'gauge'; readonly samples: readonly Sample[] }
    | {
        readonly type: 'histogram';
        readonly bounds: readonly number[];
        readonly samples: readonly HistogramSample[];
      }
  );

export interface Metrics {
  /** One series of a counter. Every call with the same name and labels gets the same one. Callers keep it. */
  counter(family: Described, labels?: Labels): Counter;
  histogram(family: Described & { readonly bounds: readonly number[] }, labels?: Labels): Histogram;
  /** A value that is read when the metrics are requested. */
  gauge(family: Described, read: () => number, labels?: Labels): void;
  /** A counter whose value is kept elsewhere and is read like a gauge. */
  readCounter(family: Described, read: () => number, labels?: Labels): void;
  families(): readonly Family[];
}

/** Upper bounds of the ranges of durations, in seconds. */
export const durationBounds = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

export function createMetrics(): Metrics {
  const families = new Map<string, Family>();
  const counters = new Map<string, Counter>();

  /** Adds a series to the family of its name, which is created with its first series. */
  function addSeries<F extends Family>(family: F, add: (samples: F) => void): void {
    const known = families.get(family.name) ?? family;
    families.set(family.name, known);
    add(known as F);
  }

  const addRead =
    (type: 'counter' | 'gauge') =>
    (described: Described, read: () => number, labels: Labels = {}): void =>
      addSample(type, described, {
        labels,
        get value() {
          return read();
        },
      });

  function addSample(type: 'counter' | 'gauge', described: Described, sample: Sample): void {
    const samples: Sample[] = [];
    const family = { ...described, type, own: samples, samples: () => samples };
    addSeries(family, ({ own }) => own.push(sample));
  }

  return {
    counter(described, labels = {}) {
      const key = JSON.stringify([described.name, labels]);
      const known = counters.get(key);
      if (known) return known;
      const counter = { labels, value: 0 };
      counters.set(key, counter);
      addSample('counter', described, counter);
      return counter;
    },
    gauge: addRead('gauge'),
    readCounter: addRead('counter'),
    histogram({ bounds, ...described }, labels = {}) {
      const own: (() => HistogramSample)[] = [];
      const samples = () => own.map((sample) => sample());
      const family = { ...described, type: 'histogram' as const, bounds, own, samples };
      const { observe, sample } = createHistogram(bounds, labels);
      addSeries(family, (known) => known.own.push(sample));
      return { observe };
    },
    families: () => [...families.values()],
  };
}

function createHistogram(bounds: readonly number[], labels: Labels) {
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;

  return {
    observe(value: number): void {
      let range = 0;
      while (range < bounds.length && value > (bounds[range] as number)) range += 1;
      counts[range] = (counts[range] as number) + 1;
      sum += value;
    },
    sample(): HistogramSample {
      let count = 0;
      const upTo = Array.from(counts, (each) => {
        count += each;
        return count;
      });
      return { labels, upTo: upTo.slice(0, -1), count, sum };
    },
  };
}

/**
 * Estimates a quantile as `histogram_quantile` of Prometheus does: values of a range count as spread evenly, and the highest bound
 * stands for values above it.
 * @param upTo the number of values at or below each bound, and last of all their number
 * @returns undefined without a value
 */
export function quantileOf(
  quantile: number,
  bounds: readonly number[],
  upTo: readonly number[],
): number | undefined {
  const count = upTo.at(-1) ?? 0;
  if (count === 0) return undefined;
  const rank = quantile * count;
  const range = upTo.findIndex((amount) => amount >= rank);
  const upper = bounds[range];
  if (upper === undefined) return bounds.at(-1);
  const lower = bounds[range - 1] ?? 0;
  const below = upTo[range - 1] ?? 0;
  return lower + (upper - lower) * ((rank - below) / ((upTo[range] ?? 0) - below));
}
