// The budget of the work of one patch, in the unit of lib/json-work.ts.
import { ApiError } from '../errors/errors.ts';
import type { Spend } from '../lib/json-work.ts';
import { PATCH_MAX_WORK, PATCH_MAX_WORK_PER_CHARACTER } from '../limits.ts';

/**
 * @param characters the length of the texts that the patch may have to read in full.
 * @returns a function that spends work, and throws ApiError `metadataTooLarge` past the budget.
 */
export function patchBudget(characters: number): Spend {
  let left = Math.max(PATCH_MAX_WORK, PATCH_MAX_WORK_PER_CHARACTER * characters);
  return (work) => {
    left -= work;
    if (left < 0) throw new ApiError('metadataTooLarge', { detail: 'the patch takes too much work' });
  };
}
