// The digest that stands for a player's name where the name must not stay.
import { hash } from 'node:crypto';

/** SHA-256 of the name in UTF-8, in hexadecimal. */
export const digest = (playerId: string): string => hash('sha256', playerId, 'hex');
