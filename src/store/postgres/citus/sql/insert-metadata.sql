-- Finishes registrations: the rows of metadata of players of one shard, where they are missing. Returns the new ones. Expects
-- metadata_pkey.
INSERT INTO metadata (sequential_id, player_id, text, version)
SELECT input.sequential_id, input.player_id, NULL, 0
FROM unnest($1::bigint[], $2::text[]) AS input (sequential_id, player_id)
ON CONFLICT (sequential_id) DO NOTHING
RETURNING sequential_id::float8 AS "sequentialId"
