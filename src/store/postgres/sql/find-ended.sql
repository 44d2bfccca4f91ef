-- The reason why a player's session ended, if it is among the first rows that ended since it began or among the newest. Sessions
-- of a player do not overlap, so the session is the first to end after its beginning. Clocks of processes differ, so `since` is
-- somewhat earlier than the beginning. Expects ended_sessions' primary key.
-- Parameters: sequentialId bigint, sessionId uuid, since bigint, rows int
-- Columns: reason end_reason
SELECT reason
FROM (
  (
    SELECT session_id, reason
    FROM ended_sessions
    WHERE sequential_id = :sequentialId AND ended_at >= :since
    ORDER BY ended_at, session_id
    LIMIT :rows
  )
  UNION ALL
  (
    SELECT session_id, reason
    FROM ended_sessions
    WHERE sequential_id = :sequentialId
    ORDER BY ended_at DESC, session_id DESC
    LIMIT :rows
  )
) AS candidates
WHERE session_id = :sessionId
LIMIT 1
