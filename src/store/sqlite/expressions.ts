// SQL that several statements of SQLite share: the activity that decides about expiry, and the suspension of a player.

/** The last activity by the present clock (decision 0040). */
export const activity = 'ifnull(corrected_activity, last_activity)';
/** Does a row of active_sessions have an active session, or one that has expired? The parameter is the newest activity that is too old. */
export const hasActivityAfter = (latestExpired: string): string => `${activity} > ${latestExpired}`;
export const hasNoActivityAfter = (latestExpired: string): string => `${activity} <= ${latestExpired}`;

/** The stored end of the suspension of the player ?1. It may be over. */
export const findSuspensionEnd =
  'SELECT suspended_until AS suspendedUntil FROM metadata WHERE sequential_id = ?1';
/** The stored suspension of the player ?1. */
export const findSuspension =
  'SELECT suspended_until AS suspendedUntil, suspension_reason AS reason FROM metadata WHERE sequential_id = ?1';
