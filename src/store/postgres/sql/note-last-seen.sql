-- Notes the ends of sessions that are about to be deleted, where no later time is noted. The input comes in key order. Expects
-- metadata_pkey.
-- Parameters: ids bigint[], endedAts bigint[]
UPDATE metadata
SET last_seen_at = input.ended_at
FROM unnest(:ids, :endedAts) AS input (sequential_id, ended_at)
WHERE metadata.sequential_id = input.sequential_id AND coalesce(metadata.last_seen_at, 0) < input.ended_at
