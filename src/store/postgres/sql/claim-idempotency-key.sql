-- Takes an idempotency key for the transaction, waiting for another one that has it; no row when it was used before and still
-- counts. A time is negative where the brief answer has taken the place of the whole one. Expects replays_pkey.
INSERT INTO replays (sequential_id, key, fingerprint, outcome, created_at)
VALUES (
  $1::bigint, $2::text, $3::text, NULL,
  coalesce($4::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
)
ON CONFLICT (sequential_id, key) DO UPDATE
SET fingerprint = excluded.fingerprint, outcome = NULL, brief = NULL, brief_at = NULL, created_at = excluded.created_at
WHERE abs(replays.created_at) <= excluded.created_at - $5::bigint
RETURNING created_at
