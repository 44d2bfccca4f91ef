-- Registers players, each with a metadata row, and returns the new ones. Rows are inserted in name order, so that processes which
-- register the same players wait for each other in one order. Expects players_pkey.
-- Parameters: names text[], now bigint?
-- Columns: playerId text, sequentialId float8
WITH :clock_of_batch,
registered AS (
  INSERT INTO players (player_id, registered_at)
  SELECT input.player_id, :clock_now
  FROM unnest(:names) AS input (player_id)
  ORDER BY input.player_id COLLATE "C"
  ON CONFLICT (player_id) DO NOTHING
  RETURNING player_id, sequential_id
)
INSERT INTO metadata (sequential_id, player_id, text, version)
SELECT sequential_id, player_id, NULL, 0 FROM registered
RETURNING player_id AS "playerId", sequential_id::float8 AS "sequentialId"
