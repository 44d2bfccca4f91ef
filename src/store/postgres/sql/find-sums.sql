-- The sums of kinds and days, and in the first row the state, all as of one moment. Without published sums there is the state alone.
-- Expects statistics_state_pkey, statistics_parts_pkey and statistics_days_pkey.
-- Parameters: kinds text[], firstDays bigint[], lastDays bigint[], now bigint?
-- Columns: part int, kind text?, day float8?, sums text?, mergedKey text?, counted float8?, total float8?, now float8?
WITH state AS (
  SELECT zone, as_of, published, merged_key, counted, total FROM statistics_state WHERE id = 1
)
SELECT 0 AS part, zone AS kind, as_of::float8 AS day, published AS sums, merged_key AS "mergedKey",
  counted::float8 AS counted, total::float8 AS total,
  :present::float8 AS now
FROM state
UNION ALL
SELECT 1, NULL, NULL, statistics_parts.sums, NULL, NULL, NULL, NULL
FROM statistics_parts
WHERE part_id > 0 AND EXISTS (SELECT 1 FROM state WHERE published IS NOT NULL)
UNION ALL
SELECT 2, statistics_days.kind, statistics_days.day::float8, statistics_days.sums, NULL, NULL, NULL, NULL
FROM unnest(:kinds, :firstDays, :lastDays) AS input (kind, first_day, last_day)
JOIN statistics_days ON statistics_days.kind = input.kind AND statistics_days.day BETWEEN input.first_day AND input.last_day
WHERE EXISTS (SELECT 1 FROM state WHERE published IS NOT NULL)
ORDER BY part
