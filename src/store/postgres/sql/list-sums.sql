-- The sums of all days.
-- Columns: kind text, day float8, sums text
SELECT kind, day::float8 AS day, sums
FROM statistics_days
