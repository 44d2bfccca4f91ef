-- Shows whether the database can serve. A worker that is gone is no reason to stop serving the players of the others.
-- Columns: ready int
SELECT 1 AS ready
FROM playkeep_schema
LIMIT 1
