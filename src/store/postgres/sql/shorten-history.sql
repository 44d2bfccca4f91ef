-- Shortens a player's history, of which the newest $2 rows are read. Rows past the newest $3 are deleted. Where rows of $5 bytes
-- each and their contexts exceed $4 bytes, the oldest contexts are cleared, at most $6 at once. Rows that another statement has
-- locked are skipped, since an erasure changes such rows in an order of its own. Expects ended_sessions' primary key.
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
),
surplus AS (
  (SELECT ended_at, session_id, true AS is_deleted FROM ranked WHERE rank > $3::int)
  UNION ALL
  (
    SELECT ended_at, session_id, false FROM ranked
    WHERE rank <= $3::int AND bytes IS NOT NULL AND row_bytes + context_bytes > $4::bigint
    ORDER BY rank DESC
    LIMIT $6::int
  )
),
locked AS (
  SELECT ended_sessions.ended_at, ended_sessions.session_id, surplus.is_deleted
  FROM surplus JOIN ended_sessions
    ON ended_sessions.ended_at = surplus.ended_at AND ended_sessions.session_id = surplus.session_id
  WHERE ended_sessions.sequential_id = $1::bigint
  FOR UPDATE OF ended_sessions SKIP LOCKED
),
deleted AS (
  DELETE FROM ended_sessions
  USING locked
  WHERE ended_sessions.sequential_id = $1::bigint AND ended_sessions.ended_at = locked.ended_at
    AND ended_sessions.session_id = locked.session_id AND locked.is_deleted
  RETURNING 1
),
cleared AS (
  UPDATE ended_sessions
  SET context = NULL
  FROM locked
  WHERE ended_sessions.sequential_id = $1::bigint AND ended_sessions.ended_at = locked.ended_at
    AND ended_sessions.session_id = locked.session_id AND NOT locked.is_deleted
  RETURNING 1
)
SELECT (SELECT count(*) FROM deleted)::float8 AS "deleted", (SELECT count(*) FROM cleared)::float8 AS "cleared"
