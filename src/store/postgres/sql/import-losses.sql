-- Inserts losses that are missing.
-- Parameters: :lost_input
-- Columns: version float8
INSERT INTO metadata_losses (:lost_columns)
SELECT lost.sequential_id, :lost_values
FROM :lost_input
ON CONFLICT DO NOTHING
RETURNING version::float8
