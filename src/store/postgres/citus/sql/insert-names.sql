-- Gives names of one shard their sequential ids, where they have none. Returns the new ones. Expects players_pkey.
INSERT INTO players (player_id, sequential_id, registered_at)
SELECT input.player_id, input.sequential_id, $3::bigint
FROM unnest($1::text[], $2::bigint[]) AS input (player_id, sequential_id)
ON CONFLICT (player_id) DO NOTHING
RETURNING player_id AS "playerId", sequential_id::float8 AS "sequentialId"
