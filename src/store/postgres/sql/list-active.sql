-- A window of active sessions in key order, for the sweep. Expects active_sessions_pkey.
SELECT sequential_id::float8 AS "sequentialId",
  last_activity <= coalesce($3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint) - $4::bigint
    AS "expired"
FROM active_sessions
WHERE sequential_id > $1::bigint
ORDER BY sequential_id
LIMIT $2::int
