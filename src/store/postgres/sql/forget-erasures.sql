-- Deletes the digests of erased players who exist. Expects erased_players_pkey.
DELETE FROM erased_players
WHERE player_digest IN (SELECT :digest_of_name FROM players AS named)
