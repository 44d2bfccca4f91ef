-- Prunes the idempotency keys of a player. Keys past the newest $3 are deleted. Where the outcomes exceed $4 bytes, outcomes
-- longer than $5 bytes are shortened to their brief outcome, the oldest first. A key without a brief outcome is deleted. The key
-- just written, $2, ranks first and stays as it is. A key dated more than $7 ahead of now is from before the clock was set back,
-- and ranks as the oldest. Rows that another transaction has locked are skipped. Keys within both bounds are counted and not
-- ranked, which takes a tenth of the time. Expects idempotency_keys_pkey.
WITH clock (now) AS (
  SELECT coalesce($6::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
),
size AS (
  SELECT count(*) > $3::int OR sum(octet_length(outcome)) > $4::bigint AS is_due
  FROM idempotency_keys
  WHERE sequential_id = $1::bigint AND outcome IS NOT NULL
),
ranked AS (
  SELECT key, brief_outcome IS NOT NULL AS has_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS rank, sum(octet_length(outcome)) OVER newest AS bytes
  FROM idempotency_keys
  WHERE sequential_id = $1::bigint AND outcome IS NOT NULL AND (SELECT is_due FROM size)
  WINDOW newest AS (ORDER BY key <> $2::text, created_at > (SELECT now FROM clock) + $7::bigint, created_at DESC, key)
),
surplus AS (
  SELECT key, rank > $3::int OR NOT has_brief AS is_deleted
  FROM ranked
  WHERE key <> $2::text AND (rank > $3::int OR bytes > $4::bigint AND length > $5::int)
),
locked AS (
  SELECT idempotency_keys.key, surplus.is_deleted
  FROM surplus JOIN idempotency_keys ON idempotency_keys.key = surplus.key
  WHERE idempotency_keys.sequential_id = $1::bigint
  FOR UPDATE OF idempotency_keys SKIP LOCKED
),
deleted AS (
  DELETE FROM idempotency_keys
  USING locked
  WHERE idempotency_keys.sequential_id = $1::bigint AND idempotency_keys.key = locked.key AND locked.is_deleted
)
UPDATE idempotency_keys
SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
FROM locked
WHERE idempotency_keys.sequential_id = $1::bigint AND idempotency_keys.key = locked.key AND NOT locked.is_deleted
  AND brief_outcome IS NOT NULL
