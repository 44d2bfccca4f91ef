-- Inserts sums of days that are missing.
-- Parameters: :sums_input
-- Columns: day float8
INSERT INTO statistics_days (:sums_columns)
SELECT :sums_values
FROM :sums_input
ON CONFLICT DO NOTHING
RETURNING day::float8
