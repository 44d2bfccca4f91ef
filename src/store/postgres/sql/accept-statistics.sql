-- Accepts the statistics of an export, where none are there and no session has ended. Expects statistics_state_pkey.
-- Parameters: zone text?, resetPosition bigint?, floorDay bigint?, floorUtcDay bigint?, droppedBefore bigint?, digest text
-- Columns: id int
UPDATE statistics_state
SET zone = :zone, reset_position = :resetPosition, floor_day = :floorDay, floor_utc_day = :floorUtcDay,
  dropped_before = :droppedBefore, import_digest = :digest, importing = 1, version = version + 1
WHERE id = 1 AND zone IS NULL AND :nothing_has_ended
RETURNING id::int
