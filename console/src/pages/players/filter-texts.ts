// Filters in words, for chips and for screen readers.
import type { MetadataFilter, Operator, PeriodFilter } from './filters.ts';

const day = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const formatDay = (date: string): string => day.format(Date.parse(`${date}T00:00:00Z`));

export function describePeriod(period: PeriodFilter): string {
  if (period.kind !== 'dates') {
    const { kind, days } = period;
    const count = days === 1 ? '24 hours' : `${days} days`;
    return kind === 'within' ? `in the last ${count}` : `more than ${count} ago`;
  }
  const { from, to } = period;
  if (from !== undefined && from === to) return `on ${formatDay(from)} (UTC)`;
  if (from === undefined) return `up to ${formatDay(to ?? '')} (UTC)`;
  if (to === undefined) return `from ${formatDay(from)} on (UTC)`;
  return `${formatDay(from)} to ${formatDay(to)} (UTC)`;
}

export const operatorTexts: Readonly<Record<Operator, string>> = {
  eq: 'is',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  exists: 'has a value',
};

export const describeMetadata = ({ pointer, op, value }: MetadataFilter): string =>
  value === undefined
    ? `${pointer} ${operatorTexts[op]}`
    : `${pointer} ${operatorTexts[op]} ${valueText(value)}`;

/** Strings without their quotes and escapes, unless they are empty or have space at an end. */
function valueText(source: string): string {
  if (!source.startsWith('"')) return source;
  const text = JSON.parse(source) as string;
  return text !== '' && text.trim() === text ? text : source;
}
