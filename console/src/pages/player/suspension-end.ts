// The end of a suspension, from the choice of a person.

export const suspensionLengths = [
  { value: '1d', label: '1 day' },
  { value: '3d', label: '3 days' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: 'until', label: 'Until a time…' },
  { value: 'forever', label: 'Without an end' },
] as const;

export type SuspensionLength = (typeof suspensionLengths)[number]['value'];

export interface SuspensionEnd {
  /** Milliseconds since the epoch; undefined for no end. */
  readonly until?: number;
  /** A sentence, when the choice is no end in the future. */
  readonly problem?: string;
}

const dayMilliseconds = 86_400_000;

/** @param time for `until`: a time without a zone, as the browser's field gives it. It is in the reader's zone. */
export function readEnd(length: SuspensionLength, time: string, now: number): SuspensionEnd {
  if (length === 'forever') return {};
  if (length !== 'until') return { until: now + Number.parseInt(length, 10) * dayMilliseconds };
  const until = Date.parse(time);
  if (Number.isNaN(until)) return { problem: 'Enter a date and a time.' };
  return until > now ? { until } : { problem: 'Enter a time in the future.' };
}
