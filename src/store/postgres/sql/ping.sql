-- Shows whether the database can serve. On Citus a worker that is gone is no reason to stop serving the players of the others.
-- Columns: ready int
SELECT 1 AS ready
FROM players
LIMIT 1
