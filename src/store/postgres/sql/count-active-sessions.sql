-- Counts the active sessions among the $2 rows after a sequential id. `last` is the last of these rows, `looked` their number.
-- Expects active_sessions_pkey.
SELECT max(sequential_id)::float8 AS "last", count(*)::float8 AS "looked",
  (count(*) FILTER (
    WHERE activity > coalesce($3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - $4::bigint
  ))::float8 AS "active"
FROM (
  SELECT sequential_id, coalesce(corrected_activity, last_activity) AS activity
  FROM active_sessions
  WHERE sequential_id > $1::bigint
  ORDER BY sequential_id
  LIMIT $2::int
) AS step
