-- Deletes buckets of one shard. Expects rate_limits_pkey.
-- Parameters: digests text[]
DELETE FROM rate_limits
WHERE player_digest = ANY (:digests)
