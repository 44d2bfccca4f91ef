-- Deletes the digest of an erased player. Expects erased_players_pkey.
-- Parameters: digest text
DELETE FROM erased_players
WHERE player_digest = :digest
