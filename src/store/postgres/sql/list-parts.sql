-- The parts of sums that are not merged yet. Expects statistics_parts_pkey.
-- Columns: sums text
SELECT sums
FROM statistics_parts
WHERE part_id > 0
