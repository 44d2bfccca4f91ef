-- Registers players, each with a metadata row, and returns the new ones. Rows are inserted in name order, so that processes which
-- register the same players wait for each other in one order. Expects players_pkey.
WITH registered AS (
  INSERT INTO players (player_id, registered_at)
  SELECT input.player_id, coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
  FROM unnest($1::text[]) AS input (player_id)
  ORDER BY input.player_id COLLATE "C"
  ON CONFLICT (player_id) DO NOTHING
  RETURNING player_id, sequential_id
)
INSERT INTO metadata (sequential_id, player_id, text, version)
SELECT sequential_id, player_id, NULL, 0 FROM registered
RETURNING player_id AS "playerId", sequential_id::float8 AS "sequentialId"
