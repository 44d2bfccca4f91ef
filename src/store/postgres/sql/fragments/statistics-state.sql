-- The columns of the state of the statistics.
zone, version::float8 AS version, as_of::float8 AS "asOf", asked_at::float8 AS "askedAt", merged_key AS "mergedKey",
  reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay", floor_utc_day::float8 AS "floorUtcDay",
  dropped_before::float8 AS "droppedBefore", importing::float8 AS importing, counted::float8 AS counted, total::float8 AS total
