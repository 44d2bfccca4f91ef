-- Inserts kept versions that are missing.
-- Parameters: :kept_input
-- Columns: version float8
INSERT INTO metadata_versions (:kept_columns)
SELECT kept.sequential_id, :kept_values
FROM :kept_input
ON CONFLICT DO NOTHING
RETURNING version::float8
