-- The suspensions of players that are not over. Expects metadata_suspended or metadata_pkey.
SELECT sequential_id::float8 AS "sequentialId", suspended_until::float8 AS "suspendedUntil", suspension_reason AS "reason"
FROM metadata
WHERE sequential_id = ANY ($1::bigint[])
  AND suspended_until > coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
