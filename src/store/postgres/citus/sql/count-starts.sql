-- Counts starts as start-sessions.sql of one server does, before the sessions are started. A player who does not exist or is
-- suspended is left out. Expects metadata_pkey.
UPDATE metadata
SET unseen_starts = unseen_starts + 1, last_seen_at = $2::bigint
WHERE sequential_id = ANY ($1::bigint[]) AND (suspended_until IS NULL OR suspended_until <= $2::bigint)
RETURNING sequential_id::float8 AS "sequentialId"
