-- When a session was active last, by the clock as it is, where `last_activity` is a time to come: the clock was ahead then and
-- has been set back since. Null for almost all.
ALTER TABLE active_sessions ADD COLUMN seen_at INTEGER;
