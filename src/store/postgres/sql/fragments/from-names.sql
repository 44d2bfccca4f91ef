-- The players with a name in a range, in no order. By players_pkey, whose collation is that of the code points.
FROM players
WHERE player_id >= :from AND player_id < :to
LIMIT :most
