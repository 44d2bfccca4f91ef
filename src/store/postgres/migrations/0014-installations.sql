-- The last writes of the installations of a player (src/store/shared/installations.ts), and the installation that started a session.
-- A program of before writes and reads the other columns.

ALTER TABLE metadata ADD COLUMN IF NOT EXISTS last_writes bytea;
ALTER TABLE active_sessions ADD COLUMN IF NOT EXISTS installation_id text COLLATE "C";
ALTER TABLE ended_sessions ADD COLUMN IF NOT EXISTS installation_id text COLLATE "C";
