-- The highest sequential id ever given; 0 before the first.
-- Columns: last float8
SELECT (CASE WHEN is_called THEN last_value ELSE 0 END)::float8 AS last
FROM player_sequential_id
