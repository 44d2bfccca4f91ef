-- The ids of from-values.sql, for a search.
-- Parameters: indexId bigint, from bytea, to bytea, most int
-- Columns: sequentialId float8
SELECT sequential_id::float8 AS "sequentialId"
:from_values
