-- Deletes the sums of days: those of `online` from a day of UTC on, the others from a day of the zone on.
-- Parameters: day bigint, utcDay bigint
DELETE FROM statistics_days
WHERE day >= CASE WHEN kind = 'online' THEN :utcDay ELSE :day END
