-- The ended sessions before a place, the last ones first, for a search that is sorted by the time at which players were seen. Expects the
-- index on ended_at of each partition.
-- Parameters: endedAt bigint, sequentialId bigint, most int
-- Columns: sequentialId float8, endedAt float8
SELECT sequential_id::float8 AS "sequentialId", ended_at::float8 AS "endedAt"
FROM ended_sessions
WHERE (ended_at, sequential_id) < (:endedAt, :sequentialId)
ORDER BY ended_sessions.ended_at DESC, ended_sessions.sequential_id DESC
LIMIT :most
