-- The state of metadata that a conditional write decides on, with the active session, and the outcome that is stored under the
-- call's idempotency key, or the last writes of the player's installations for a call of one. The key is null for a call without one. A key that is older than `retention` is none. The keys
-- are looked up one by one (OFFSET 0): a plan that was made for an empty table would read all of them. Expects metadata_pkey,
-- active_sessions_pkey and idempotency_keys_pkey.
-- Parameters: ids bigint[], now bigint?, timeout bigint, idempotencyKeys text?[],
--   byInstallation boolean[], retention bigint
-- Columns: sequentialId float8, playerId text, text text?, version float8, writtenAt float8?, sessionId text?, byServer boolean,
--   keyId text?, keptAt float8?, unseenStarts float8, suspendedUntil float8?, activeSessionId text?, now float8,
--   lastWrites text?, fingerprint text?, outcome text?, isShortened boolean?
-- Tables: keys idempotency_keys, server_idempotency_keys
WITH :clock
SELECT metadata.sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", written_session_id::text AS "sessionId", by_server AS "byServer", written_key_id AS "keyId",
  kept_at::float8 AS "keptAt", unseen_starts::float8 AS "unseenStarts",
  :suspension_end AS "suspendedUntil",
  active_sessions.session_id::text AS "activeSessionId", :clock_now::float8 AS "now",
  CASE WHEN input.by_installation THEN encode(last_writes, 'hex') END AS "lastWrites",
  used.fingerprint, used.outcome, used.is_shortened AS "isShortened"
FROM unnest(:ids, :idempotencyKeys, :byInstallation) AS input (sequential_id, key, by_installation)
JOIN metadata ON metadata.sequential_id = input.sequential_id
LEFT JOIN active_sessions ON active_sessions.sequential_id = input.sequential_id AND :is_active
LEFT JOIN LATERAL (
  SELECT fingerprint, outcome, is_shortened
  FROM :keys
  WHERE sequential_id = input.sequential_id AND key = input.key AND created_at + :retention > :clock_now
  OFFSET 0
) AS used ON true
