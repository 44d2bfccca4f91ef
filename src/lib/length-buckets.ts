// The buckets of a logarithmic histogram of durations. Each ends at most 2 % above the one before, so the middle of a bucket is
// within 1 % of every duration in it. The bounds are integers, so both ends of a bucket are exact. Pure.

const ratio = 1.02;
const longest = 2 ** 53;

/** The longest duration of each bucket, in milliseconds: 0, 1, 2, … 50, 51, 52, … */
const bounds: readonly number[] = makeBounds();

function makeBounds(): number[] {
  const list = [0];
  for (let bound = 1; bound < longest; bound = Math.max(bound + 1, Math.floor(bound * ratio)))
    list.push(bound);
  list.push(longest);
  return list;
}

/** The bucket of a duration in milliseconds. */
export function bucketOf(milliseconds: number): number {
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] as number) < milliseconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The longest duration of a bucket in milliseconds. */
export const endOfBucket = (bucket: number): number => bounds[bucket] ?? longest;

/** The duration that stands for all of a bucket: the geometric mean of its shortest and its longest one. */
export function middleOfBucket(bucket: number): number {
  if (bucket === 0) return 0;
  const shortest = endOfBucket(bucket - 1) + 1;
  return Math.sqrt(shortest * endOfBucket(bucket));
}
