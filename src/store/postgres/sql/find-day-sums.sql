-- The sums of kinds and days. Expects statistics_days_pkey.
-- Parameters: kinds text[], days bigint[]
-- Columns: kind text, day float8, sums text
SELECT statistics_days.kind, statistics_days.day::float8 AS day, sums
FROM unnest(:kinds, :days) AS input (kind, day)
JOIN statistics_days ON statistics_days.kind = input.kind AND statistics_days.day = input.day
