// When an event that failed at an endpoint is tried again: ten attempts over three days, as Standard Webhooks 1.0.0 proposes them. Pure.
import { WEBHOOK_RETRY_AFTER_MAX_SECONDS } from '../limits.ts';
import {
  WEBHOOK_PAUSE_FAILURES,
  WEBHOOK_PAUSE_MAX_MILLISECONDS,
  WEBHOOK_PAUSE_MILLISECONDS,
} from '../tuning.ts';

const minute = 60;
const hour = 60 * minute;

/** The pauses after the first attempt, the second and so on. After the last attempt an event is given up. */
export const pausesSeconds: readonly number[] = [
  ...[5, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
];
export const attemptsMax = pausesSeconds.length + 1;

/** The part of a pause by which it may be longer or shorter, so that events that failed together do not come back together. */
const jitter = 0.1;

export interface Moment {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
}

/**
 * @param attempts so far, the last one included
 * @param retryAfter the header of the last answer
 * @returns milliseconds until the next attempt; null for an event that is given up
 */
export function delayAfter(attempts: number, retryAfter: string | undefined, moment: Moment): number | null {
  const seconds = pausesSeconds[attempts - 1];
  if (seconds === undefined) return null;
  const spread = 1 - jitter + 2 * jitter * moment.random;
  return Math.round(Math.max(seconds * 1000 * spread, retryAfterMilliseconds(retryAfter, moment.now)));
}

/** The wish of an endpoint in `Retry-After` (RFC 9110 section 10.2.3), within its bound. @returns milliseconds; 0 for none */
export function retryAfterMilliseconds(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const milliseconds = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Math.min(Math.max(milliseconds || 0, 0), WEBHOOK_RETRY_AFTER_MAX_SECONDS * 1000);
}

/** How long an endpoint is left alone after so many failures in a row. @returns milliseconds; 0 while it is not */
export function pauseAfter(failures: number, random: number): number {
  if (failures < WEBHOOK_PAUSE_FAILURES) return 0;
  const doubled = WEBHOOK_PAUSE_MILLISECONDS * 2 ** (failures - WEBHOOK_PAUSE_FAILURES);
  return Math.round(Math.min(doubled, WEBHOOK_PAUSE_MAX_MILLISECONDS) * (1 - jitter * random));
}
