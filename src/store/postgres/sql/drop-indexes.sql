-- Drops the indexes of a pointer; of one type, where it is not null.
-- Parameters: pointer text, type text?
-- Columns: indexId float8, pointer text, type text, createdAt float8, declaredAt float8, buildPosition float8, builtAt float8?
DELETE FROM metadata_indexes
WHERE pointer = :pointer AND (:type IS NULL OR type = :type)
RETURNING :index_columns
