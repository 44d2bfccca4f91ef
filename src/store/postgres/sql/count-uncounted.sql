-- The number of ended sessions that are not counted. Expects ended_sessions_uncounted of each partition.
-- Columns: count float8
SELECT count(*)::float8 AS count
FROM ended_sessions
WHERE counted <> 1
