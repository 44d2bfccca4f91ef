-- Players who do not exist, and whose stored events have facts that nothing will clear. Reads all events once.
-- Parameters: limit int
-- Columns: sequentialId float8
SELECT DISTINCT sequential_id::float8 AS "sequentialId"
FROM events
WHERE personal IS NOT NULL AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = events.sequential_id)
  AND NOT EXISTS (SELECT FROM event_erasures WHERE event_erasures.sequential_id = events.sequential_id)
LIMIT :limit
