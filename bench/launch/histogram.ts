// Latencies as counts by size, so that millions of them take little memory. A bucket is 2 % wide, and so is the error of a quantile.

const width = Math.log(1.02);
/** The shortest latency that is told apart, in milliseconds. */
const least = 0.01;

export interface Histogram {
  readonly count: number;
  readonly longest: number;
  add(milliseconds: number): void;
  /** In milliseconds; 0 where there are none. */
  quantile(q: number): number;
  /** The counts by bucket, for another process. */
  counts(): readonly (readonly [bucket: number, count: number])[];
  merge(counts: readonly (readonly [bucket: number, count: number])[]): void;
}

export function createHistogram(): Histogram {
  const buckets: number[] = [];
  let count = 0;
  const upperEnd = (bucket: number): number => least * Math.exp((bucket + 1) * width);

  function addTo(bucket: number, more: number): void {
    buckets[bucket] = (buckets[bucket] ?? 0) + more;
    count += more;
  }

  return {
    get count() {
      return count;
    },
    get longest() {
      return count === 0 ? 0 : upperEnd(buckets.length - 1);
    },
    add: (milliseconds) => addTo(Math.max(0, Math.floor(Math.log(milliseconds / least) / width)), 1),
    quantile(q) {
      let rest = q * count;
      for (const [bucket, each = 0] of buckets.entries()) {
        rest -= each;
        if (each > 0 && rest <= 0) return upperEnd(bucket);
      }
      return 0;
    },
    counts: () => [...buckets.entries()].filter(([, each]) => each !== undefined),
    merge(counts) {
      for (const [bucket, each] of counts) addTo(bucket, each);
    },
  };
}
