-- Shortens a player's history, of which the newest `readRows` rows are read. Rows past the newest `maxRows` are deleted. Where rows of
-- `rowBytes` each and their contexts exceed `maxBytes`, the oldest contexts are cleared, at most `stepRows` at once. Rows that another
-- statement has locked are skipped, since an erasure changes such rows in an order of its own. Expects ended_sessions' primary key.
-- Parameters: sequentialId bigint, readRows int, maxRows int, maxBytes bigint, rowBytes int, stepRows int
-- Columns: deleted float8, cleared float8
WITH :surplus_history,
locked AS (
  SELECT ended_sessions.ended_at, ended_sessions.session_id, surplus.is_deleted
  FROM surplus JOIN ended_sessions
    ON ended_sessions.ended_at = surplus.ended_at AND ended_sessions.session_id = surplus.session_id
  WHERE ended_sessions.sequential_id = :sequentialId
  FOR UPDATE OF ended_sessions SKIP LOCKED
),
deleted AS (
  DELETE FROM ended_sessions
  USING locked
  WHERE ended_sessions.sequential_id = :sequentialId AND ended_sessions.ended_at = locked.ended_at
    AND ended_sessions.session_id = locked.session_id AND locked.is_deleted
  RETURNING 1
),
cleared AS (
  UPDATE ended_sessions
  SET context = NULL
  FROM locked
  WHERE ended_sessions.sequential_id = :sequentialId AND ended_sessions.ended_at = locked.ended_at
    AND ended_sessions.session_id = locked.session_id AND NOT locked.is_deleted
  RETURNING 1
)
SELECT (SELECT count(*) FROM deleted)::float8 AS "deleted", (SELECT count(*) FROM cleared)::float8 AS "cleared"
