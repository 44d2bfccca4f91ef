-- Counts starts as start-sessions.sql does, before a session is ended and another one is started in a transaction. Expects
-- metadata_pkey.
-- Parameters: ids bigint[], now bigint?
-- Columns: sequentialId float8
WITH :clock_of_batch
UPDATE metadata
SET unseen_starts = metadata.unseen_starts + 1
FROM unnest(:ids) AS input (sequential_id)
WHERE :metadata_of_input AND :not_suspended AND :clock_now IS NOT NULL
RETURNING metadata.sequential_id::float8 AS "sequentialId"
