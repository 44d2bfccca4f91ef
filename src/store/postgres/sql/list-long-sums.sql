-- The kinds and days of a pointer's sums that are longer than a number of bytes.
-- Parameters: bytes int
-- Columns: kind text, day float8
SELECT kind, day::float8 AS day
FROM statistics_days
WHERE kind LIKE '/%' AND octet_length(sums) > :bytes
