-- The declared indexes of a pointer.
-- Parameters: pointer text
-- Columns: indexId float8, pointer text, type text, createdAt float8, declaredAt float8, buildPosition float8, builtAt float8?
SELECT :index_columns
FROM metadata_indexes
WHERE pointer = :pointer
ORDER BY index_id
