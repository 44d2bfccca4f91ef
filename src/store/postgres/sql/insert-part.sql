-- Adds a part of sums.
-- Parameters: sums text
INSERT INTO statistics_parts (sums)
VALUES (:sums)
