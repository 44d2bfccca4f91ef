-- A window of active sessions in key order, for the sweep; `ahead` are those whose last activity is more than $5 from now. Expects
-- active_sessions_pkey.
SELECT sequential_id::float8 AS "sequentialId", seen <= now - $4::bigint AS "expired", seen > now + $5::bigint AS "ahead"
FROM (
  SELECT sequential_id, coalesce(seen_at, last_activity) AS seen
  FROM active_sessions
  WHERE sequential_id > $1::bigint
  ORDER BY sequential_id
  LIMIT $2::int
) AS windowed
CROSS JOIN (SELECT coalesce($3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) OFFSET 0) AS clock (now)
ORDER BY sequential_id
