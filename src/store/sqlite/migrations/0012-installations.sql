-- The last writes of the installations of a player (src/store/shared/installations.ts), and the installation that started a session.
-- A program of before writes and reads the other columns.

ALTER TABLE metadata ADD COLUMN last_writes BLOB;
ALTER TABLE active_sessions ADD COLUMN installation_id TEXT;
ALTER TABLE ended_sessions ADD COLUMN installation_id TEXT;
