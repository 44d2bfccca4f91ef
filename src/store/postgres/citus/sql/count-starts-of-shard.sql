-- Counts starts as start-sessions.sql of one server does, before the sessions are started. A player who does not exist or is
-- suspended is left out. Expects metadata_pkey.
-- Parameters: ids bigint[], now bigint?
-- Columns: sequentialId float8
UPDATE metadata
SET unseen_starts = unseen_starts + 1, last_seen_at = :now
WHERE sequential_id = ANY (:ids) AND :not_suspended
RETURNING sequential_id::float8 AS "sequentialId"
