-- Sets the suspension of a player, or clears it. Expects metadata_pkey.
UPDATE metadata
SET suspended_until = $2::bigint, suspension_reason = $3::text
WHERE sequential_id = $1::bigint
