// What the service counts of itself: numbers in memory, cheap enough for every request, read only when somebody asks for
// them. Names and units follow Prometheus (base units, `_total` for counters); labels have few values, none from callers.

export type Labels = Readonly<Record<string, string>>;

/** Only ever grows. */
export interface Counter {
  value: number;
}

/** How often values fell into each of some ranges. */
export interface Histogram {
  observe(value: number): void;
}

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

export interface HistogramSample {
  readonly labels: Labels;
  /** How many values lie at or below each bound, and how many there are. */
  readonly upTo: readonly number[];
  readonly count: number;
  readonly sum: number;
}

interface Described {
  readonly name: string;
  readonly help: string;
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

export interface Metrics {
  /** One series of a counter, to be kept by whoever counts; the same one for all who ask for it. */
  counter(family: Described, labels?: Labels): Counter;
  histogram(family: Described & { readonly bounds: readonly number[] }, labels?: Labels): Histogram;
  /** A value that is read when it is asked for. */
  gauge(family: Described, read: () => number, labels?: Labels): void;
  /** A counter that is kept elsewhere, read like a gauge. */
  readCounter(family: Described, read: () => number, labels?: Labels): void;
  families(): readonly Family[];
}

/** Upper bounds in seconds, from half a millisecond up. */
export const durationBounds = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;

export function createMetrics(): Metrics {
  const families = new Map<string, Family>();
  const counters = new Map<string, Counter>();

  /** The family of that name, made when its first series is. */
  function series<F extends Family>(family: F, add: (samples: F) => void): void {
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
    series(family, ({ own }) => own.push(sample));
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
      series(family, (known) => known.own.push(sample));
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
