-- Sets the suspension of a player, or clears it. Expects metadata_pkey.
-- Parameters: sequentialId bigint, suspendedUntil bigint?, reason text?
UPDATE metadata
SET suspended_until = :suspendedUntil, suspension_reason = :reason
WHERE sequential_id = :sequentialId
