-- The sums of kinds. Expects statistics_days_pkey.
-- Parameters: kinds text[]
-- Columns: kind text, day float8, text text
SELECT kind, day::float8 AS day, sums AS text
FROM statistics_days
WHERE kind = ANY (:kinds)
