-- The times at which players were registered, by name: `players` has no index by sequential id. Expects players_pkey.
-- Parameters: names text[]
-- Columns: sequentialId float8, registeredAt float8
SELECT sequential_id::float8 AS "sequentialId", registered_at::float8 AS "registeredAt"
FROM players
WHERE player_id = ANY (:names)
