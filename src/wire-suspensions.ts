// The shapes of suspensions on the wire. wire.ts names them for the OpenAPI document.
import { z } from 'zod';

export const suspendPlayerBody = z
  .strictObject({
    until: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('End of the suspension, in the future. Unless given, the suspension has no end.'),
    reason: z
      .string()
      .max(1_000)
      .optional()
      .describe('For the studio alone. The player is not told, and the audit does not hold it.'),
  })
  .describe('Optional.');
