-- Inserts names that are missing, in name order like a registration.
-- Parameters: playerId text[], sequentialId bigint[], registeredAt bigint[]
INSERT INTO players (player_id, sequential_id, registered_at)
SELECT * FROM unnest(:playerId, :sequentialId, :registeredAt) AS input (player_id, sequential_id, registered_at)
ORDER BY input.player_id COLLATE "C"
ON CONFLICT DO NOTHING
