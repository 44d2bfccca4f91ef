-- The reason why a player's session ended, if it is among the first $4 that ended since it began or among the newest $4. Sessions
-- of a player do not overlap, so the session is the first to end after its beginning. Clocks of processes differ, so $3 is
-- somewhat earlier than the beginning. Expects ended_sessions' primary key.
SELECT reason
FROM (
  (
    SELECT session_id, reason
    FROM ended_sessions
    WHERE sequential_id = $1::bigint AND ended_at >= $3::bigint
    ORDER BY ended_at, session_id
    LIMIT $4::int
  )
  UNION ALL
  (
    SELECT session_id, reason
    FROM ended_sessions
    WHERE sequential_id = $1::bigint
    ORDER BY ended_at DESC, session_id DESC
    LIMIT $4::int
  )
) AS candidates
WHERE session_id = $2::uuid
LIMIT 1
