// The days on which one player was active, as sorted ranges, and their text: the gap from the day after the range before, then
// `+` and the number of further days. The first day is that of the player's first session.

/** First and last days, alternating: `[1, 3, 7, 7]` has the days 1, 2, 3 and 7. Ranges neither overlap nor touch. */
export type DayRanges = readonly number[];

export function decodeDays(text: string): DayRanges {
  if (text === '') return [];
  const ranges: number[] = [];
  let next = 0;
  for (const item of text.split(',')) {
    const plus = item.indexOf('+', 1);
    const first = next + Number(plus < 0 ? item : item.slice(0, plus));
    const last = first + (plus < 0 ? 0 : Number(item.slice(plus + 1)));
    ranges.push(first, last);
    next = last + 1;
  }
  return ranges;
}

export function encodeDays(ranges: DayRanges): string {
  const items: string[] = [];
  let next = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    const [first, last] = [ranges[at] as number, ranges[at + 1] as number];
    items.push(last === first ? String(first - next) : `${first - next}+${last - first}`);
    next = last + 1;
  }
  return items.join(',');
}

/** The union of sorted ranges and one more. */
export function withRange(ranges: DayRanges, first: number, last: number): DayRanges {
  const result: number[] = [];
  let [low, high] = [first, last];
  let isPlaced = false;
  for (let at = 0; at < ranges.length; at += 2) {
    const [from, to] = [ranges[at] as number, ranges[at + 1] as number];
    if (to < low - 1) result.push(from, to);
    else if (from > high + 1) {
      if (!isPlaced) result.push(low, high);
      isPlaced = true;
      result.push(from, to);
    } else [low, high] = [Math.min(low, from), Math.max(high, to)];
  }
  if (!isPlaced) result.push(low, high);
  return result;
}

/** The days before a day. */
export function daysBefore(ranges: DayRanges, end: number): DayRanges {
  const result: number[] = [];
  for (let at = 0; at < ranges.length && (ranges[at] as number) < end; at += 2)
    result.push(ranges[at] as number, Math.min(ranges[at + 1] as number, end - 1));
  return result;
}

/** Is one of the days from `first` to `last` among them? */
export function hasDayWithin(ranges: DayRanges, first: number, last: number): boolean {
  for (let at = ranges.length - 2; at >= 0; at -= 2) {
    if ((ranges[at + 1] as number) < first) return false;
    if ((ranges[at] as number) <= last) return true;
  }
  return false;
}

export function* eachDay(ranges: DayRanges): Generator<number> {
  for (let at = 0; at < ranges.length; at += 2)
    for (let day = ranges[at] as number; day <= (ranges[at + 1] as number); day += 1) yield day;
}
