-- Locks the row of a player against writes and starts, and reads the suspension in it with the time. Expects metadata_pkey.
SELECT suspended_until::float8 AS "suspendedUntil", suspension_reason AS "reason",
  coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)::float8 AS "now"
FROM metadata
WHERE sequential_id = $1::bigint
FOR NO KEY UPDATE
