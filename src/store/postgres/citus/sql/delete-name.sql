-- Deletes a name, where it has this sequential id. Expects players_pkey.
-- Parameters: playerId text, sequentialId bigint
DELETE FROM players
WHERE player_id = :playerId AND sequential_id = :sequentialId
