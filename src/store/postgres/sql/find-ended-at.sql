-- The sequential id of the ended session that is `rows` rows after a sequential id. Expects ended_sessions_pkey of each partition.
-- Parameters: after bigint, rows int
-- Columns: id float8
SELECT sequential_id::float8 AS id
FROM ended_sessions
WHERE sequential_id > :after
ORDER BY sequential_id
LIMIT 1 OFFSET :rows
