-- Tells whether any session has ended.
-- Columns: there boolean
SELECT true AS there
FROM ended_sessions
LIMIT 1
