-- Tells whether the statistics have active days of any player.
-- Columns: there boolean
SELECT true AS there
FROM statistics_players
LIMIT 1
