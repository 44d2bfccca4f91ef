-- Tables and columns get the standard terms of the field. Older programs do not know these names, so their processes must be
-- stopped.
ALTER TABLE metadata RENAME COLUMN written_in TO written_session_id;
ALTER TABLE active_sessions RENAME COLUMN seen_at TO corrected_activity;
ALTER TABLE replays RENAME TO idempotency_keys;
DROP INDEX replays_created_at;
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
ALTER TABLE idempotency_keys RENAME COLUMN brief TO brief_outcome;

-- 1 once the brief outcome has taken the place of the whole one. Before, a negative `created_at` meant the same.
ALTER TABLE idempotency_keys ADD COLUMN is_shortened INTEGER NOT NULL DEFAULT 0;
UPDATE idempotency_keys SET is_shortened = 1, created_at = -created_at WHERE created_at < 0;

-- The brief outcome held the reason why no session was active.
UPDATE idempotency_keys
SET outcome = coalesce(brief_outcome, '{"notActive":"unrecorded"}'), brief_outcome = NULL
WHERE outcome = '"not-active"';
