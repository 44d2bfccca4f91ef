-- A page of players for an export. Expects metadata_pkey and players_pkey.
-- Parameters: after bigint, limit int
-- Columns: :player_row, registeredAt float8
SELECT :player_row, players.registered_at::float8 AS "registeredAt"
FROM metadata
JOIN players ON players.player_id = metadata.player_id
WHERE metadata.sequential_id > :after
ORDER BY metadata.sequential_id
LIMIT :limit
