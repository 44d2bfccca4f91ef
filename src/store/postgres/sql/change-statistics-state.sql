-- Changes the columns of the state that are `given`, for the holder of the lease alone, and renews the lease. No row means that the lease
-- or the version is another. Expects statistics_state_pkey.
-- Parameters: holder text, milliseconds bigint, version bigint, now bigint?, given text[], zone text?, asOf bigint?,
--   published text?, askedAt bigint?, mergedKey text?, resetPosition bigint?, floorDay bigint?,
--   floorUtcDay bigint?, droppedBefore bigint?, counted bigint?, total bigint?, importing bigint?
-- Columns: id int
UPDATE statistics_state
SET version = version + 1, lease_until = :present + :milliseconds,
  zone = CASE WHEN 'zone' = ANY (:given) THEN :zone ELSE zone END,
  as_of = CASE WHEN 'asOf' = ANY (:given) THEN :asOf ELSE as_of END,
  published = CASE WHEN 'published' = ANY (:given) THEN :published ELSE published END,
  asked_at = CASE WHEN 'askedAt' = ANY (:given) THEN :askedAt ELSE asked_at END,
  merged_key = CASE WHEN 'mergedKey' = ANY (:given) THEN :mergedKey ELSE merged_key END,
  reset_position = CASE WHEN 'resetPosition' = ANY (:given) THEN :resetPosition ELSE reset_position END,
  floor_day = CASE WHEN 'floorDay' = ANY (:given) THEN :floorDay ELSE floor_day END,
  floor_utc_day = CASE WHEN 'floorUtcDay' = ANY (:given) THEN :floorUtcDay ELSE floor_utc_day END,
  dropped_before = CASE WHEN 'droppedBefore' = ANY (:given) THEN :droppedBefore ELSE dropped_before END,
  counted = CASE WHEN 'counted' = ANY (:given) THEN :counted ELSE counted END,
  total = CASE WHEN 'total' = ANY (:given) THEN :total ELSE total END,
  importing = CASE WHEN 'importing' = ANY (:given) THEN :importing ELSE importing END
WHERE id = 1 AND version = :version AND lease_holder = :holder AND lease_until > :present
RETURNING id::int
