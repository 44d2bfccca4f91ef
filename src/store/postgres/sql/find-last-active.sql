-- The last row that a page of active sessions looks at, if there are so many. Expects active_sessions_pkey.
-- Parameters: after bigint, skipped int
-- Columns: sequentialId float8
SELECT sequential_id::float8 AS "sequentialId"
FROM active_sessions
WHERE sequential_id > :after
ORDER BY sequential_id
OFFSET :skipped
LIMIT 1
