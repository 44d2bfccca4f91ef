// The shapes of suspensions on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { SUSPENSION_REASON_MAX_CHARACTERS } from '../limits.ts';
import { textOf, time } from './values.ts';

/** No U+0000, which PostgreSQL cannot store. */
const isReason = (text: string): boolean =>
  text.isWellFormed() && !text.includes('\0') && [...text].length <= SUSPENSION_REASON_MAX_CHARACTERS;

export const suspendPlayerBody = z
  .strictObject({
    until: time('until', '2027-01-31T12:00:00.000Z')
      .optional()
      .describe(
        'End of the suspension, in the future, in ISO 8601: a date, or a date and a time with `Z` or an offset. Unless given, the ' +
          'suspension has no end.',
      ),
    reason: textOf(
      isReason,
      { maxLength: SUSPENSION_REASON_MAX_CHARACTERS },
      `reason must be a string of at most ${SUSPENSION_REASON_MAX_CHARACTERS} characters, without U+0000 and lone surrogates`,
    )
      .optional()
      .describe(
        'For the studio alone: keys with `players:read` read it. The player is not told, and the audit does not hold it.',
      ),
  })
  .describe('Optional.');

/** The shapes of this file that the API document names, under their names there. */
export const suspensionsShapes = {
  SuspendPlayerBody: suspendPlayerBody,
} as const;
