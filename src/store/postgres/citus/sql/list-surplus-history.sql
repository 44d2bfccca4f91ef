-- Lists the rows of a player's history that are past its bounds, as in shorten-history.sql, without locking them. Expects
-- ended_sessions' primary key.
WITH newest AS (
  SELECT ended_at, session_id, octet_length(context) AS bytes
  FROM ended_sessions
  WHERE sequential_id = $1::bigint
  ORDER BY ended_at DESC, session_id DESC
  LIMIT $2::int
),
ranked AS (
  SELECT ended_at, session_id, bytes, row_number() OVER newer AS rank, sum(bytes) OVER newer AS context_bytes,
    least(count(*) OVER (), $3::int) * $5::int AS row_bytes
  FROM newest
  WINDOW newer AS (ORDER BY ended_at DESC, session_id DESC)
)
(
  SELECT ended_at::float8 AS "endedAt", session_id::text AS "sessionId", true AS "isDeleted"
  FROM ranked
  WHERE rank > $3::int
)
UNION ALL
(
  SELECT ended_at::float8, session_id::text, false
  FROM ranked
  WHERE rank <= $3::int AND bytes IS NOT NULL AND row_bytes + context_bytes > $4::bigint
  ORDER BY rank DESC
  LIMIT $6::int
)
