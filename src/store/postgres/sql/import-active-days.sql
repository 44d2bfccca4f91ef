-- Inserts active days of players that are missing.
-- Parameters: :active_days_input
-- Columns: sequentialId float8
INSERT INTO statistics_players (:active_days_columns)
SELECT input.sequential_id, :active_days_values
FROM :active_days_input
ON CONFLICT DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId"
