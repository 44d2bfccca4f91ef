-- The players who exist, each with the active or expired session that has a row, and the end of a suspension that is not over.
-- Expects metadata_pkey and active_sessions_pkey.
-- Parameters: ids bigint[], now bigint?, timeout bigint
-- Columns: sequentialId float8, sessionId text?, startedAt float8, lastActivity float8, context text?,
--   installationId text?, expired boolean, suspendedUntil float8?
WITH :clock
SELECT metadata.sequential_id::float8 AS "sequentialId", active_sessions.session_id::text AS "sessionId",
  started_at::float8 AS "startedAt", last_activity::float8 AS "lastActivity", context,
  installation_id AS "installationId", coalesce(:is_expired, false) AS "expired",
  :suspension_end AS "suspendedUntil"
FROM metadata
LEFT JOIN active_sessions ON active_sessions.sequential_id = metadata.sequential_id
WHERE metadata.sequential_id = ANY (:ids)
