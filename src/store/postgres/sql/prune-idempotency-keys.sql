-- Prunes the idempotency keys of a player. Keys past the newest `maxKeys` are deleted. Where the outcomes exceed `maxBytes`, outcomes
-- longer than `briefBytes` are shortened to their brief outcome, the oldest first. A key without a brief outcome is deleted. The key
-- just written, `key`, ranks first and stays as it is. A key dated more than `skew` ahead of now is from before the clock was set back,
-- and ranks as the oldest. Rows that another transaction has locked are skipped. Keys within both bounds are counted and not
-- ranked, which takes a tenth of the time. Expects idempotency_keys_pkey.
-- Parameters: sequentialId bigint, key text, maxKeys int, maxBytes bigint, briefBytes int, now bigint?, skew bigint
-- Tables: keys idempotency_keys, server_idempotency_keys
WITH :clock,
size AS (
  SELECT count(*) > :maxKeys OR sum(octet_length(outcome)) > :maxBytes AS is_due
  FROM :keys
  WHERE sequential_id = :sequentialId AND outcome IS NOT NULL
),
ranked AS (
  SELECT key, brief_outcome IS NOT NULL AS has_brief, octet_length(outcome) AS length,
    row_number() OVER newest AS rank, sum(octet_length(outcome)) OVER newest AS bytes
  FROM :keys
  WHERE sequential_id = :sequentialId AND outcome IS NOT NULL AND (SELECT is_due FROM size)
  WINDOW newest AS (ORDER BY key <> :key, created_at > :clock_now + :skew, created_at DESC, key)
),
surplus AS (
  SELECT key, rank > :maxKeys OR NOT has_brief AS is_deleted
  FROM ranked
  WHERE key <> :key AND (rank > :maxKeys OR bytes > :maxBytes AND length > :briefBytes)
),
locked AS (
  SELECT :keys.key, surplus.is_deleted
  FROM surplus JOIN :keys ON :keys.key = surplus.key
  WHERE :keys.sequential_id = :sequentialId
  FOR UPDATE OF :keys SKIP LOCKED
),
deleted AS (
  DELETE FROM :keys
  USING locked
  WHERE :keys.sequential_id = :sequentialId AND :keys.key = locked.key AND locked.is_deleted
)
UPDATE :keys
SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
FROM locked
WHERE :keys.sequential_id = :sequentialId AND :keys.key = locked.key AND NOT locked.is_deleted
  AND brief_outcome IS NOT NULL
