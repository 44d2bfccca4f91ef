// Values that shapes of several files share (wire.ts, wire-server.ts).
import { z } from 'zod';

export const playerId = z
  .string()
  .min(1)
  .max(255)
  .describe('Identifier of the player: the token claim that names it, taken literally.');
export const sessionId = z.uuid().describe('Identifier of the session, a UUIDv7.');
export const timestamp = (what: string) =>
  z.iso.datetime({ precision: 3 }).describe(`${what}, ISO 8601 in UTC with milliseconds.`);
