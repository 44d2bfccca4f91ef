-- Sets the time of a registration back, where the given one is earlier. Expects players_pkey.
-- Parameters: playerId text, sequentialId bigint, registeredAt bigint
UPDATE players SET registered_at = :registeredAt
WHERE player_id = :playerId AND sequential_id = :sequentialId AND registered_at > :registeredAt
