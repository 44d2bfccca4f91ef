// The error of a request that needs an index on metadata while that is being built.
import { ApiError } from './errors.ts';

export const indexIncomplete = (pointer: string): ApiError =>
  new ApiError('serviceUnavailable', {
    detail: `the index on ${JSON.stringify(pointer)} is being built`,
    reason: 'indexIncomplete',
  });
