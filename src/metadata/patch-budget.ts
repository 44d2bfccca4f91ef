// How much work one patch may cause, whatever it copies, compares and looks into.
import { ApiError } from '../errors.ts';
import type { Spend } from '../lib/json-text.ts';
import { PATCH_MAX_WORK, PATCH_MAX_WORK_PER_CHARACTER } from '../limits.ts';

/**
 * @param characters how long the texts are that it may have to look through once.
 * @returns what throws ApiError `metadataTooLarge` past the budget.
 */
export function patchBudget(characters: number): Spend {
  let left = Math.max(PATCH_MAX_WORK, PATCH_MAX_WORK_PER_CHARACTER * characters);
  return (work) => {
    left -= work;
    if (left < 0) throw new ApiError('metadataTooLarge', { detail: 'the patch takes too much work' });
  };
}
