-- All parts of sums.
-- Columns: sums text
SELECT sums
FROM statistics_parts
