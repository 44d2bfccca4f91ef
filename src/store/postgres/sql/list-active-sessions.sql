-- The active sessions among some rows after a sequential id, at most `limit`, in key order. Expects active_sessions_pkey.
-- Parameters: after bigint, limit int, now bigint?, timeout bigint, rows int
-- Columns: :active_session_row
WITH :clock
SELECT :active_session_row
FROM (
  SELECT *
  FROM active_sessions
  WHERE sequential_id > :after
  ORDER BY sequential_id
  LIMIT :rows
) AS active_sessions
WHERE :is_active
ORDER BY sequential_id
LIMIT :limit
