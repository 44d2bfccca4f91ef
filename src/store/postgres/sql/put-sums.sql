-- Stores merged sums. The input comes in the order of merging. Expects statistics_days_pkey.
-- Parameters: kinds text[], days bigint[], sums text[]
INSERT INTO statistics_days (kind, day, sums)
SELECT kind, day, sums FROM unnest(:kinds, :days, :sums) AS input (kind, day, sums)
WHERE sums <> ''
ON CONFLICT (kind, day) DO UPDATE SET sums = excluded.sums
