-- Prunes the idempotency keys of players ($1) who have just used a key each ($2). Keys past a player's newest $3 are deleted. Where
-- the outcomes of a player exceed $4 bytes, outcomes longer than $5 bytes are shortened to their brief outcome, the oldest first.
-- A key without a brief outcome is deleted. The key just used ranks first and stays as it is. A key dated more than $7 ahead of
-- now is from before the clock was set back, and ranks as the oldest. Rows that another transaction has locked are skipped.
-- Expects idempotency_keys_pkey.
WITH clock (now) AS (
  SELECT coalesce($6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
),
ranked AS (
  SELECT used.sequential_id, used.key, used.key = input.key AS is_newest, used.brief_outcome IS NOT NULL AS has_brief,
    octet_length(used.outcome) AS length, row_number() OVER newest AS rank, sum(octet_length(used.outcome)) OVER newest AS bytes
  FROM unnest($1::bigint[], $2::text[]) AS input (sequential_id, key)
  JOIN idempotency_keys AS used ON used.sequential_id = input.sequential_id
  WHERE used.outcome IS NOT NULL
  WINDOW newest AS (PARTITION BY used.sequential_id
    ORDER BY used.key <> input.key, used.created_at > (SELECT now FROM clock) + $7::bigint, used.created_at DESC, used.key)
),
surplus AS (
  SELECT sequential_id, key, rank > $3::int OR NOT has_brief AS is_deleted
  FROM ranked
  WHERE NOT is_newest AND (rank > $3::int OR bytes > $4::bigint AND length > $5::int)
),
locked AS (
  SELECT idempotency_keys.sequential_id, idempotency_keys.key, surplus.is_deleted
  FROM surplus JOIN idempotency_keys
    ON idempotency_keys.sequential_id = surplus.sequential_id AND idempotency_keys.key = surplus.key
  FOR UPDATE OF idempotency_keys SKIP LOCKED
),
deleted AS (
  DELETE FROM idempotency_keys
  USING locked
  WHERE idempotency_keys.sequential_id = locked.sequential_id AND idempotency_keys.key = locked.key AND locked.is_deleted
)
UPDATE idempotency_keys
SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
FROM locked
WHERE idempotency_keys.sequential_id = locked.sequential_id AND idempotency_keys.key = locked.key AND NOT locked.is_deleted
  AND brief_outcome IS NOT NULL
