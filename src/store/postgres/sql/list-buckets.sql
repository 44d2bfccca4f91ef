-- A window of token buckets in the order of their keys. Expects rate_limits_pkey.
-- Parameters: after text, limit int
-- Columns: digest text
SELECT player_digest AS digest
FROM rate_limits
WHERE player_digest > :after
ORDER BY player_digest
LIMIT :limit
