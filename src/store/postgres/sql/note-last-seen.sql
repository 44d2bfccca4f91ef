-- Notes the ends of sessions that are about to be deleted, where no later time is noted. The input comes in key order. Expects
-- metadata_pkey.
UPDATE metadata
SET last_seen_at = input.ended_at
FROM unnest($1::bigint[], $2::bigint[]) AS input (sequential_id, ended_at)
WHERE metadata.sequential_id = input.sequential_id AND coalesce(metadata.last_seen_at, 0) < input.ended_at
