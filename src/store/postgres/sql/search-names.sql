-- The ids of from-names.sql, for a search.
-- Parameters: from text, to text, most int
-- Columns: sequentialId float8
SELECT sequential_id::float8 AS "sequentialId"
:from_names
