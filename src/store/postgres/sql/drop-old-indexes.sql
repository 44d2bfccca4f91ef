-- Drops the indexes that were not declared since a time.
-- Parameters: before bigint
-- Columns: indexId float8, pointer text, type text, createdAt float8, declaredAt float8, buildPosition float8, builtAt float8?
DELETE FROM metadata_indexes
WHERE declared_at < :before
RETURNING :index_columns
