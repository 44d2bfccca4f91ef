-- The sequential id of the ended session that is $2 rows after a sequential id. Expects ended_sessions_pkey of each partition.
SELECT sequential_id::float8 AS id
FROM ended_sessions
WHERE sequential_id > $1::bigint
ORDER BY sequential_id
LIMIT 1 OFFSET $2::int
