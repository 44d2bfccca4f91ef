-- Deletes the active days of players. Expects statistics_players_pkey.
-- Parameters: ids bigint[]
DELETE FROM statistics_players
WHERE sequential_id = ANY (:ids)
