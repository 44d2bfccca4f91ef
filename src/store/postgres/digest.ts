// What stands for a player's name where the name must not stay.
import { createHash } from 'node:crypto';

/** SHA-256 of the name in UTF-8, in hexadecimal. */
export const digest = (playerId: string): string =>
  createHash('sha256').update(playerId, 'utf8').digest('hex');
