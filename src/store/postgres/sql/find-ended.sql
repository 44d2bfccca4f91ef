-- How a player's session ended, if it is among $4 that ended since it began or among the $4 newest: sessions of one player do not
-- overlap, so of those that ended since then it is the first, but for clocks that differ, for which $3 is earlier than its
-- beginning. Expects ended_sessions' primary key.
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
) AS near
WHERE session_id = $2::uuid
LIMIT 1
