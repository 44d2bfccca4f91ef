-- Tells whether any player was erased.
-- Columns: there boolean
SELECT true AS there
FROM erased_players
LIMIT 1
