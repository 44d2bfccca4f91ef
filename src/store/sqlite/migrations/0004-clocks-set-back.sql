-- The last activity by the present clock, where `last_activity` is in the future because the clock was ahead and has been set
-- back since. Null in almost all rows.
ALTER TABLE active_sessions ADD COLUMN seen_at INTEGER;
