-- Stores the active days of players. The input comes in key order. Expects statistics_players_pkey.
-- Parameters: ids bigint[], days text[]
INSERT INTO statistics_players (sequential_id, days)
SELECT sequential_id, days FROM unnest(:ids, :days) AS input (sequential_id, days)
ON CONFLICT (sequential_id) DO UPDATE SET days = excluded.days
