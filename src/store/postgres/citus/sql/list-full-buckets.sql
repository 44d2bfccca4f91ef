-- The full token buckets in a window of keys. Expects rate_limits_pkey.
-- Parameters: nowMicroseconds bigint?, after text, last text
-- Columns: digest text
SELECT player_digest AS digest
FROM rate_limits
WHERE player_digest > :after AND player_digest <= :last AND full_at < :nowMicroseconds
