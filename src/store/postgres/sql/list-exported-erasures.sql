-- A page of erased players for an export. Expects erased_players_pkey.
-- Parameters: after text, limit int
-- Columns: :erased_player_row
SELECT :erased_player_row
FROM erased_players
WHERE player_digest > :after
ORDER BY player_digest
LIMIT :limit
