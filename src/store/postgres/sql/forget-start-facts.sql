-- Clears the contexts and installations of a player's ended sessions, which may identify the player. The times of sessions stay.
-- Expects ended_sessions' primary key.
-- Parameters: sequentialId bigint
UPDATE ended_sessions
SET context = NULL, installation_id = NULL
WHERE sequential_id = :sequentialId AND (context IS NOT NULL OR installation_id IS NOT NULL)
