// The preconditions of a request, whose malformed headers are refused.
import { ApiError } from '../errors/errors.ts';
import { type Preconditions, readPreconditions } from '../lib/preconditions.ts';

/** @throws ApiError `invalidRequest` for a malformed header */
export function parsePreconditions(request: Request): Preconditions | undefined {
  const preconditions = readPreconditions(request.headers);
  if (typeof preconditions !== 'string') return preconditions;
  const detail = `${preconditions} must be * or a list of entity tags, each in double quotes as ETag has it`;
  throw new ApiError('invalidRequest', { detail });
}
