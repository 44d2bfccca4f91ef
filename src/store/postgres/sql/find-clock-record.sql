-- What is certain about the clock. Expects clock_state_pkey.
-- Columns: certainAt float8, doubtedAt float8?, waited float8
SELECT certain_at::float8 AS "certainAt", doubted_at::float8 AS "doubtedAt", waited::float8
FROM clock_state
WHERE id = 1
