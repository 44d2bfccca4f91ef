-- Metadata of players ($1), read on behalf of other players ($2). An existing reader gets a row with an id and no name. A
-- suspension that is over counts as none. Expects metadata_pkey.
SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  CASE
    WHEN suspended_until IS NOT NULL
      AND suspended_until > coalesce($3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
    THEN suspended_until::float8
  END AS "suspendedUntil"
FROM metadata
WHERE sequential_id = ANY ($1::bigint[])
UNION ALL
SELECT sequential_id::float8, NULL, NULL, NULL,
  CASE
    WHEN suspended_until IS NOT NULL
      AND suspended_until > coalesce($3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
    THEN suspended_until::float8
  END
FROM metadata
WHERE sequential_id = ANY ($2::bigint[])
