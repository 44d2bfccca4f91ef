-- Inserts active sessions that are missing and have not ended. The count of unseen starts goes up, as with a start
-- (start-sessions.sql).
-- Parameters: :active_session_input
-- Columns: sequentialId float8
WITH counted AS (
  UPDATE metadata
  SET unseen_starts = metadata.unseen_starts + 1
  FROM :active_session_input
  WHERE metadata.sequential_id = input.sequential_id AND NOT :is_in_history
  RETURNING input.*
)
INSERT INTO active_sessions (:active_session_columns)
SELECT input.sequential_id, :active_session_values
FROM counted AS input
ON CONFLICT DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId"
