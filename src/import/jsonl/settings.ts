// The settings of JSON objects in `read` of the map: JSON Pointers to what is no value of the player.
import { z } from 'zod';
import { parsePointer } from '../../lib/json-pointer.ts';
import { timeForm } from '../files/times.ts';

/** A pointer, as its tokens. */
const pointer = z.string().transform((text, { addIssue }) => {
  const tokens = parsePointer(text);
  if (tokens && tokens.length > 0) return tokens;
  addIssue({ code: 'custom', message: 'is no JSON Pointer to a member, such as /id' });
  return z.NEVER;
});

export const jsonlSettings = z.strictObject({
  id: pointer.default(['id']),
  /** Further ids: their kinds, which the map's `player` names, and their places. */
  ids: z.record(z.string().min(1), pointer).optional(),
  registeredAt: pointer.optional(),
  suspended: pointer.optional(),
  /** An array of objects with `startedAt`, `endedAt` and, where there is one, `context`. */
  sessions: pointer.optional(),
  times: timeForm.optional(),
  /** The object that is the whole metadata. Without it each other member at the top is a value. */
  document: pointer.optional(),
});

export type JsonlSettings = z.output<typeof jsonlSettings>;
