-- Shortens a player's history, of which it looks at the newest $2 rows: those past the newest $3 go, and so do the oldest contexts
-- past the room of $4 bytes that rows of $5 bytes each leave; at most $6 of them at once. It waits for no row that another
-- statement has, since an erasure changes such rows in an order of its own. Expects ended_sessions' primary key.
WITH newest AS (
  SELECT ended_at, session_id, octet_length(context) AS bytes
  FROM ended_sessions
  WHERE sequential_id = $1::bigint
  ORDER BY ended_at DESC, session_id DESC
  LIMIT $2::int
),
placed AS (
  SELECT ended_at, session_id, bytes, row_number() OVER newer AS place, sum(bytes) OVER newer AS context_bytes,
    least(count(*) OVER (), $3::int) * $5::int AS row_bytes
  FROM newest
  WINDOW newer AS (ORDER BY ended_at DESC, session_id DESC)
),
surplus AS (
  (SELECT ended_at, session_id, true AS goes FROM placed WHERE place > $3::int)
  UNION ALL
  (
    SELECT ended_at, session_id, false FROM placed
    WHERE place <= $3::int AND bytes IS NOT NULL AND row_bytes + context_bytes > $4::bigint
    ORDER BY place DESC
    LIMIT $6::int
  )
),
held AS (
  SELECT ended_sessions.ended_at, ended_sessions.session_id, surplus.goes
  FROM surplus JOIN ended_sessions
    ON ended_sessions.ended_at = surplus.ended_at AND ended_sessions.session_id = surplus.session_id
  WHERE ended_sessions.sequential_id = $1::bigint
  FOR UPDATE OF ended_sessions SKIP LOCKED
),
gone AS (
  DELETE FROM ended_sessions
  USING held
  WHERE ended_sessions.sequential_id = $1::bigint AND ended_sessions.ended_at = held.ended_at
    AND ended_sessions.session_id = held.session_id AND held.goes
  RETURNING 1
),
emptied AS (
  UPDATE ended_sessions
  SET context = NULL
  FROM held
  WHERE ended_sessions.sequential_id = $1::bigint AND ended_sessions.ended_at = held.ended_at
    AND ended_sessions.session_id = held.session_id AND NOT held.goes
  RETURNING 1
)
SELECT (SELECT count(*) FROM gone)::float8 AS "gone", (SELECT count(*) FROM emptied)::float8 AS "emptied"
