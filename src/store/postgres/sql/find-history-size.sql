-- The number of a player's ended sessions, at most `maxRows`, and the bytes of their contexts. Contexts that are stored out of line
-- (TOAST) are not read. Expects ended_sessions' primary key.
-- Parameters: sequentialId bigint, maxRows int
-- Columns: rows float8, contextBytes float8
SELECT count(*)::float8 AS "rows", coalesce(sum(octet_length(context)), 0)::float8 AS "contextBytes"
FROM (
  SELECT context
  FROM ended_sessions
  WHERE sequential_id = :sequentialId
  ORDER BY ended_at DESC, session_id DESC
  LIMIT :maxRows
) AS newest
