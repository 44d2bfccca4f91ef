// The shapes of patches of metadata on the wire.
import { z } from 'zod';

export const mergePatchBody = z
  .looseObject({})
  .describe('A JSON Merge Patch (RFC 7396): members to set, null for those to remove.');

const pointer = z.string().describe('A JSON Pointer (RFC 6901).');
const jsonPatchOperations = [
  z.looseObject({ op: z.enum(['add', 'replace', 'test']), path: pointer, value: z.unknown() }),
  z.looseObject({ op: z.literal('remove'), path: pointer }),
  z.looseObject({ op: z.enum(['move', 'copy']), path: pointer, from: pointer }),
] as const;

export const jsonPatchBody = z
  .array(z.discriminatedUnion('op', jsonPatchOperations))
  .describe('A JSON Patch (RFC 6902): operations that apply in order, all or none.');

export const playkeepPatchBody = z
  .array(
    z.discriminatedUnion('op', [
      ...jsonPatchOperations,
      z.strictObject({
        op: z.literal('increment'),
        path: pointer,
        by: z.number().describe('The number to add, exactly. A negative number subtracts.'),
        min: z.number().optional().describe('The smallest result that applies.'),
        max: z.number().optional().describe('The largest result that applies.'),
        initial: z
          .number()
          .optional()
          .describe('The value of a missing member before the addition, 0 by default.'),
      }),
      z.strictObject({
        op: z.literal('append'),
        path: pointer,
        value: z.unknown().describe('The new last item of the array. A missing member becomes an array.'),
        maxItems: z
          .int()
          .min(1)
          .optional()
          .describe(
            'The most items of the array. Beyond it the oldest items, which are the first ones, are removed.',
          ),
      }),
    ]),
  )
  .describe(
    'A JSON Patch (RFC 6902) that may also hold `increment` and `append`. Numbers have at most 1,000 digits and exponents ' +
      'within ±1,000.',
  );

/** The shapes of this file that the API document names, under their names there. */
export const patchesShapes = {
  MergePatch: mergePatchBody,
  JsonPatch: jsonPatchBody,
  PlaykeepPatch: playkeepPatchBody,
} as const;
