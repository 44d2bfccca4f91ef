-- Inserts names that are missing.
-- Parameters: playerId text[], sequentialId bigint[], registeredAt bigint[]
INSERT INTO players (player_id, sequential_id, registered_at)
SELECT * FROM unnest(:playerId, :sequentialId, :registeredAt)
ON CONFLICT DO NOTHING
