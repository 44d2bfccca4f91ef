-- Deletes the sums of kinds and days. Expects statistics_days_pkey.
-- Parameters: kinds text[], days bigint[]
DELETE FROM statistics_days
USING unnest(:kinds, :days) AS input (kind, day)
WHERE statistics_days.kind = input.kind AND statistics_days.day = input.day
