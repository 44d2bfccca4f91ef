-- The state of the statistics. Expects statistics_state_pkey.
-- Columns: zone text?, asOf float8?, hasPublished boolean, mergedKey text?, resetPosition float8?, floorDay float8?, droppedBefore float8?,
--   importing float8, counted float8, total float8, hasSums boolean
SELECT zone, as_of::float8 AS "asOf", published IS NOT NULL AS "hasPublished", merged_key AS "mergedKey",
  reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay", dropped_before::float8 AS "droppedBefore",
  importing::float8 AS importing, counted::float8 AS counted, total::float8 AS total,
  EXISTS (SELECT FROM statistics_days) OR EXISTS (SELECT FROM statistics_parts) OR :has_active_days AS "hasSums"
FROM statistics_state
WHERE id = 1
