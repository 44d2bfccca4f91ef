-- A start leaves a mark on its player's metadata, so that a save need not look who plays. It also holds off an erasure, or
-- waits for it, as the reference did; that cost every save and heartbeat a look whether it is concerned.
ALTER TABLE active_sessions DROP CONSTRAINT IF EXISTS active_sessions_sequential_id_fkey;

-- Sessions that were started since a write last looked which one is active. Rows of before have one: nobody knows.
ALTER TABLE metadata ADD COLUMN unseen_starts bigint NOT NULL DEFAULT 1;
ALTER TABLE metadata ALTER COLUMN unseen_starts SET DEFAULT 0;
