-- Stores merged sums. The input comes in the order of merging. Expects statistics_days_pkey.
INSERT INTO statistics_days (kind, day, sums)
SELECT kind, day, sums FROM unnest($1::text[], $2::bigint[], $3::text[]) AS input (kind, day, sums)
WHERE sums <> ''
ON CONFLICT (kind, day) DO UPDATE SET sums = excluded.sums
