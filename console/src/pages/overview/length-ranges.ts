// Readable ranges of session lengths, made of the narrow buckets of the API. A bucket counts in the range in which it begins: its
// ends are 2 % apart, so a session right at a border may count in the range before. Pure.

export interface Bucket {
  readonly toSeconds: number;
  readonly count: number;
}

export interface LengthRange {
  readonly label: string;
  readonly count: number;
}

const minute = 60;
const hour = 3_600;
const borders: readonly (readonly [seconds: number, label: string])[] = [
  [10, '10 s'],
  [30, '30 s'],
  [minute, '1 min'],
  [2 * minute, '2 min'],
  [5 * minute, '5 min'],
  [10 * minute, '10 min'],
  [20 * minute, '20 min'],
  [30 * minute, '30 min'],
  [hour, '1 h'],
  [2 * hour, '2 h'],
  [4 * hour, '4 h'],
  [8 * hour, '8 h'],
  [24 * hour, '24 h'],
];

/** How far the end of a bucket is above its beginning. */
const bucketRatio = 1.02;

const labelOf = (index: number): string => {
  const [low, high] = [borders[index - 1]?.[1], borders[index]?.[1]];
  if (low === undefined) return `Under ${high}`;
  if (high === undefined) return `Over ${low}`;
  const [amount, unit] = low.split(' ');
  // `5–10 min`, but `30 min – 1 h`.
  return high.endsWith(` ${unit}`) ? `${amount}–${high}` : `${low} – ${high}`;
};

/** The ranges from the first to the last that has a session. Their counts add up to that of the buckets. */
export function lengthRanges(buckets: readonly Bucket[]): LengthRange[] {
  const counts = new Array<number>(borders.length + 1).fill(0);
  for (const { toSeconds, count } of buckets) {
    const begin = toSeconds / bucketRatio;
    const found = borders.findIndex(([seconds]) => begin < seconds);
    const index = found === -1 ? borders.length : found;
    counts[index] = (counts[index] ?? 0) + count;
  }
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  return counts
    .map((count, index) => ({ label: labelOf(index), count }))
    .filter((_, index) => first !== -1 && index >= first && index <= last);
}
