-- Stores the active days of players. The input comes in key order. Expects statistics_players_pkey.
INSERT INTO statistics_players (sequential_id, days)
SELECT sequential_id, days FROM unnest($1::bigint[], $2::text[]) AS input (sequential_id, days)
ON CONFLICT (sequential_id) DO UPDATE SET days = excluded.days
