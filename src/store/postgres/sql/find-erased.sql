-- The digests that belong to erased players. Expects erased_players_pkey.
-- Parameters: digests text[]
-- Columns: digest text
SELECT player_digest AS "digest"
FROM erased_players
WHERE player_digest = ANY (:digests)
