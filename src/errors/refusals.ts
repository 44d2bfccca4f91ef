// The errors of requests that are refused because a bound is reached, by the names of refusals-table.ts. An engine throws
// `StoreBusy` instead.
import { ApiError } from './errors.ts';
import { type BusyRefusal, busyRefusals, type RateRefusal } from './refusals-table.ts';

/** 503. Its detail says that nothing was done, where that is so. */
export function tooBusy(refusal: BusyRefusal): ApiError {
  const detail = busyRefusals[refusal].changesNothing ? { detail: 'too much to do at the moment' } : {};
  return new ApiError('serviceUnavailable', { ...detail, reason: 'busy', refusal });
}

/** 429 with the seconds up to the next token (RFC 6585 section 4). */
export function tooManyRequests(milliseconds: number, refusal: RateRefusal): ApiError {
  const headers = { 'retry-after': String(Math.ceil(milliseconds / 1000)) };
  return new ApiError('tooManyRequests', { headers, reason: refusal, refusal });
}
