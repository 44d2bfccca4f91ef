-- A start leaves a mark on its player's metadata, so that a save need not read the active session. The update of that row also
-- blocks an erasure, or waits for one. The foreign key did so before, and cost every save and heartbeat a check.
ALTER TABLE active_sessions DROP CONSTRAINT IF EXISTS active_sessions_sequential_id_fkey;

-- The number of sessions started since a write last looked for the active one. Older rows get 1, since their number is unknown.
ALTER TABLE metadata ADD COLUMN unseen_starts bigint NOT NULL DEFAULT 1;
ALTER TABLE metadata ALTER COLUMN unseen_starts SET DEFAULT 0;
