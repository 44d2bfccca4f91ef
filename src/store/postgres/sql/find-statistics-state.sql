-- The state of the statistics, with the time. Expects statistics_state_pkey.
-- Parameters: now bigint?
-- Columns: zone text?, version float8, asOf float8?, askedAt float8, mergedKey text?, resetPosition float8?, floorDay float8?,
--   floorUtcDay float8?, droppedBefore float8?, importing float8, counted float8, total float8, now float8
SELECT :statistics_state, (:present)::float8 AS now
FROM statistics_state
WHERE id = 1
