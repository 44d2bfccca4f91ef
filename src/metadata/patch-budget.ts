// How much work one patch may cause, whatever it copies, compares and looks into.
import { ApiError } from '../errors.ts';
import { PATCH_MAX_WORK } from '../limits.ts';

/** Told of the characters and members that are looked at or moved. @throws ApiError `metadataTooLarge` past the budget */
export type Spend = (work: number) => void;

export function patchBudget(): Spend {
  let left = PATCH_MAX_WORK;
  return (work) => {
    left -= work;
    if (left < 0) throw new ApiError('metadataTooLarge', { detail: 'the patch takes too much work' });
  };
}
