-- Deletes the full token buckets in a window of keys. A bucket that is locked is left for the next time. Expects rate_limits_pkey.
-- Parameters: nowMicroseconds bigint?, after text, last text
DELETE FROM rate_limits
WHERE player_digest IN (
  SELECT player_digest
  FROM rate_limits
  WHERE player_digest > :after AND player_digest <= :last AND full_at < :present_microseconds
  ORDER BY player_digest
  FOR UPDATE SKIP LOCKED
)
