-- The players of the input whose row another transaction has locked.
-- Parameters: ids bigint[]
-- Columns: sequentialId float8
-- Tables: owned metadata, active_sessions
WITH free AS (
  SELECT sequential_id FROM :owned WHERE sequential_id = ANY (:ids) FOR UPDATE SKIP LOCKED
)
SELECT sequential_id::float8 AS "sequentialId"
FROM :owned
WHERE sequential_id = ANY (:ids) AND sequential_id <> ALL (ARRAY(SELECT sequential_id FROM free))
