-- A page of players with the digests of their names. Expects players_pkey.
-- Parameters: after text, limit int
-- Columns: name text, digest text
SELECT player_id AS name, :digest_of_name AS digest
FROM players AS named
WHERE player_id > :after
ORDER BY player_id
LIMIT :limit
