-- Tables and columns get the standard terms of the field. Programs of before do not know these names, so their processes must be
-- stopped. Citus propagates each of these statements. It renames no constraint, but an index takes its constraint along.
ALTER TABLE metadata RENAME COLUMN written_in TO written_session_id;
ALTER TABLE active_sessions RENAME COLUMN seen_at TO corrected_activity;
ALTER TABLE replays RENAME TO idempotency_keys;
ALTER INDEX replays_pkey RENAME TO idempotency_keys_pkey;
ALTER INDEX replays_created_at RENAME TO idempotency_keys_created_at;
ALTER TABLE idempotency_keys RENAME COLUMN brief TO brief_outcome;

-- True once the brief outcome has taken the place of the whole one. A negative `created_at` said so before.
ALTER TABLE idempotency_keys ADD COLUMN is_shortened boolean NOT NULL DEFAULT false;
UPDATE idempotency_keys SET is_shortened = true, created_at = -created_at WHERE created_at < 0;

-- A brief outcome counts only where `brief_at` is the `created_at` of its row. It also held the reason why no session was active.
UPDATE idempotency_keys
SET outcome = CASE
    WHEN outcome IS DISTINCT FROM '"not-active"' THEN outcome
    WHEN brief_at = created_at THEN brief_outcome
    ELSE '{"notActive":"untold"}'
  END,
  brief_outcome = NULL
WHERE outcome = '"not-active"' OR brief_outcome IS NOT NULL AND brief_at IS DISTINCT FROM created_at;
ALTER TABLE idempotency_keys DROP COLUMN brief_at;
