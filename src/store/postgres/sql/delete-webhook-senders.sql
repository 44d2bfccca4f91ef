-- Deletes a process that ends, or with null those that have given no sign of life for so long.
-- Parameters: holder text?, age bigint, now bigint?, skew bigint
DELETE FROM webhook_senders
WHERE holder = :holder OR (:holder IS NULL AND alive_at NOT BETWEEN :present - :age + 1 AND :present + :skew)
