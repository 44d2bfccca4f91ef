-- A key remembers the key that made it. Null for the command line, and for keys from before. A program of before writes and reads
-- the other columns.
ALTER TABLE server_keys ADD COLUMN IF NOT EXISTS made_by text COLLATE "C";
