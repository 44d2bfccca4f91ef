-- A page of active sessions in key order, for their expiry. `ahead` marks a last activity more than $5 ahead of now. Expects
-- active_sessions_pkey.
SELECT sequential_id::float8 AS "sequentialId", activity <= now - $4::bigint AS "expired", activity > now + $5::bigint AS "ahead"
FROM (
  SELECT sequential_id, coalesce(corrected_activity, last_activity) AS activity
  FROM active_sessions
  WHERE sequential_id > $1::bigint
  ORDER BY sequential_id
  LIMIT $2::int
) AS page
CROSS JOIN (SELECT coalesce($3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OFFSET 0) AS clock (now)
ORDER BY sequential_id
