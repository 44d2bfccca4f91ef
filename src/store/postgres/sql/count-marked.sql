-- The number and the milliseconds of sessions that are counted and ended from a time on.
-- Parameters: from bigint
-- Columns: sessions float8, milliseconds float8
SELECT count(*)::float8 AS sessions, coalesce(sum(ended_at - started_at), 0)::float8 AS milliseconds
FROM ended_sessions
WHERE counted = 1 AND ended_at >= :from
