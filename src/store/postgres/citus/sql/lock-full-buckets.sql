-- Locks those of the buckets of one shard that are still full and not locked. Expects rate_limits_pkey.
-- Parameters: digests text[], nowMicroseconds bigint?
-- Columns: digest text
SELECT player_digest AS digest
FROM rate_limits
WHERE player_digest = ANY (:digests) AND full_at < :nowMicroseconds
ORDER BY player_digest
FOR UPDATE SKIP LOCKED
