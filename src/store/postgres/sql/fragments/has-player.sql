-- There is a player with the name and number of a row of metadata. A partner is looked up by a scalar subquery: for EXISTS the planner
-- may read the whole other table into a hash table.
(SELECT players.sequential_id FROM players WHERE players.player_id = metadata.player_id) IS NOT DISTINCT FROM metadata.sequential_id
