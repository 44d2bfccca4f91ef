// Addresses of other pages. The page of a player is a nested route, so they begin at the root: `~` tells the router so.
import { consolePath } from '../../api/service-url.ts';

export const playersPath = `~${consolePath}/players`;

/** The audit with the entries about one player. */
export const auditPath = (sequentialId: number): string =>
  `~${consolePath}/audit?sequentialId=${sequentialId}`;
