-- Deletes all parts of sums.
DELETE FROM statistics_parts
