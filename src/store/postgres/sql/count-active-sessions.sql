-- Counts the active sessions among some rows after a sequential id. `last` is the last of these rows, `looked` their number.
-- Expects active_sessions_pkey.
-- Parameters: after bigint, rows int, now bigint?, timeout bigint
-- Columns: last float8?, looked float8, active float8
WITH :clock
SELECT max(sequential_id)::float8 AS "last", count(*)::float8 AS "looked", (count(*) FILTER (WHERE :is_active))::float8 AS "active"
FROM (
  SELECT sequential_id, last_activity, corrected_activity
  FROM active_sessions
  WHERE sequential_id > :after
  ORDER BY sequential_id
  LIMIT :rows
) AS active_sessions
