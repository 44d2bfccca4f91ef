-- Deletes the digests of erased players. Expects erased_players_pkey.
-- Parameters: digests text[]
DELETE FROM erased_players
WHERE player_digest = ANY (:digests)
