-- The number of ended sessions whose mark is none. The index of sessions that are not counted serves it.
-- Columns: count float8
SELECT count(*)::float8 AS count
FROM ended_sessions
WHERE counted <> 1 AND counted <> 0 AND counted <> 2
