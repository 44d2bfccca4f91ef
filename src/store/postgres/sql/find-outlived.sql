-- The players whose metadata was written after the session in `written_session_id` had ended. A save looks for the active session
-- only after a start, so it may leave an ended session in that column. Its row in the history, where one is kept, ended no
-- earlier than a session timeout before the newest kept version, at which a write last looked. Expects metadata_pkey,
-- active_sessions_pkey and ended_sessions' primary key.
-- Parameters: ids bigint[], timeout bigint
-- Columns: sequentialId float8
SELECT metadata.sequential_id::float8 AS "sequentialId"
FROM metadata
WHERE metadata.sequential_id = ANY (:ids) AND metadata.written_session_id IS NOT NULL
  AND (
    EXISTS (
      SELECT FROM active_sessions
      WHERE :sessions_of_player AND session_id = metadata.written_session_id
        AND :activity <= metadata.written_at - :timeout
    )
    OR EXISTS (
      SELECT FROM ended_sessions
      WHERE :history_of_player AND session_id = metadata.written_session_id
        AND ended_at >= coalesce(metadata.kept_at - :timeout, 0)
        AND CASE reason WHEN 'expired' THEN ended_at <= metadata.written_at - :timeout ELSE ended_at < metadata.written_at END
    )
  )
