-- The ids of from-value.sql, for a search.
-- Parameters: indexId bigint, value bytea, after bigint, most int
-- Columns: sequentialId float8
SELECT sequential_id::float8 AS "sequentialId"
:from_value
