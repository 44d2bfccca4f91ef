-- Tables and columns get the standard terms of the field. Older programs do not know these names, so their processes must be
-- stopped. Citus propagates each of these statements. Citus renames no constraint, but the constraint of an index is renamed with
-- the index.

-- A brief outcome counted only where `brief_at` was the `created_at` of its row. It also held the reason why no session was active.
-- This statement reads the whole table, so it comes before those that lock it against readers.
UPDATE replays
SET outcome = CASE
    WHEN outcome IS DISTINCT FROM '"not-active"' THEN outcome
    WHEN brief_at = created_at THEN brief
    ELSE '{"notActive":"unrecorded"}'
  END,
  brief = NULL
WHERE outcome = '"not-active"' OR brief IS NOT NULL AND brief_at IS DISTINCT FROM created_at;

-- True once the brief outcome has taken the place of the whole one. Before, a negative `created_at` meant the same.
ALTER TABLE replays ADD COLUMN is_shortened boolean NOT NULL DEFAULT false;
UPDATE replays SET is_shortened = true, created_at = -created_at WHERE created_at < 0;

ALTER TABLE replays DROP COLUMN brief_at;
ALTER TABLE replays RENAME COLUMN brief TO brief_outcome;
ALTER TABLE replays RENAME TO idempotency_keys;
ALTER INDEX replays_pkey RENAME TO idempotency_keys_pkey;
ALTER INDEX replays_created_at RENAME TO idempotency_keys_created_at;

ALTER TABLE metadata RENAME COLUMN written_in TO written_session_id;
ALTER TABLE active_sessions RENAME COLUMN seen_at TO corrected_activity;
