-- Marks ended sessions as counted. The input comes in key order. Expects ended_sessions' primary key.
-- Parameters: ids bigint[], endedAts bigint[], sessionIds uuid[]
-- Columns: marked float8
WITH marked AS (
  UPDATE ended_sessions
  SET counted = 1
  FROM unnest(:ids, :endedAts, :sessionIds) AS input (sequential_id, ended_at, session_id)
  WHERE ended_sessions.sequential_id = input.sequential_id AND ended_sessions.ended_at = input.ended_at
    AND ended_sessions.session_id = input.session_id AND ended_sessions.counted <> 1
  RETURNING 1
)
SELECT count(*)::float8 AS marked FROM marked
