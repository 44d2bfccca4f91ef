-- Inserts ended sessions that are missing.
-- Parameters: :ended_session_input
-- Columns: sequentialId float8
INSERT INTO ended_sessions (:ended_session_columns)
SELECT input.sequential_id, :ended_session_values
FROM :ended_session_input
ON CONFLICT DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId"
