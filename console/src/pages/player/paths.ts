// Addresses of other pages. The page of a player is a nested route, so they begin at the root: `~` tells the router so.

export const playersPath = '~/console/players';

/** The audit with the entries about one player. */
export const auditPath = (sequentialId: number): string => `~/console/audit?sequentialId=${sequentialId}`;
