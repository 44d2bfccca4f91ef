// The path of a request as it was sent, and the values of its parameters.
import { noSuchPlayer } from '../errors/errors.ts';

/** Path and query as they were sent. `request.url` cannot be parsed when `Host` names no host, or is missing (HTTP/1.0). */
export const targetOf = ({ url }: Request): string => url.replace(/^https?:\/\/[^/]*/i, '');

/** The path as it was sent, not decoded. */
export const pathOf = (request: Request): string => targetOf(request).replace(/[?#].*$/s, '');

/** @returns a positive decimal integer below 2^53 without sign or leading zero; undefined for any other text. */
export function parsePositiveInteger(segment = ''): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(segment)) return undefined;
  const value = Number(segment);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The sequential id in the path. @throws ApiError `playerNotFound` for a segment that is no such id */
export function readSequentialId({ params }: Bun.BunRequest<string>): number {
  const sequentialId = parsePositiveInteger(params.sequentialId);
  if (sequentialId === undefined) throw noSuchPlayer();
  return sequentialId;
}
