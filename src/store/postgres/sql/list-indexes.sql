-- The declared indexes in the order of their ids.
-- Columns: indexId float8, pointer text, type text, createdAt float8, declaredAt float8, buildPosition float8, builtAt float8?
SELECT :index_columns
FROM metadata_indexes
ORDER BY index_id
