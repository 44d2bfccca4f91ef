// The shape of every error on the wire.
import { z } from 'zod';

/** The error of one item of a bulk. */
export const itemError = z
  .strictObject({ message: z.string(), detail: z.string().optional() })
  .describe('As in the answer to the single operation.');

export const errorBody = z.strictObject({
  statusCode: z.int().min(400).max(599).describe('The HTTP status.'),
  error: z.strictObject({
    message: z.string().describe('One of a closed list of constants, safe to compare.'),
    detail: z
      .string()
      .optional()
      .describe('More about this one case; only on errors outside the core table.'),
  }),
});

/** The shapes of this file that the API document names, under their names there. */
export const errorsShapes = {
  Error: errorBody,
} as const;

export type ErrorBody = z.infer<typeof errorBody>;
