-- The ids of from-online.sql, for a search.
-- Parameters: after bigint, most int
-- Columns: sequentialId float8
SELECT sequential_id::float8 AS "sequentialId"
:from_online
