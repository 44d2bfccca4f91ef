-- The state of complete statistics, for an export. Expects statistics_state_pkey.
-- Columns: zone text, mergedKey text?, resetPosition float8?, floorDay float8?, floorUtcDay float8?, droppedBefore float8?
SELECT zone, merged_key AS "mergedKey", reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay",
  floor_utc_day::float8 AS "floorUtcDay", dropped_before::float8 AS "droppedBefore"
FROM statistics_state
WHERE id = 1 AND zone IS NOT NULL AND importing = 0
