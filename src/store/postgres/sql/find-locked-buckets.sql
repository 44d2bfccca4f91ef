-- The token buckets of the input whose row another transaction has locked. Expects rate_limits_pkey.
-- Parameters: digests text[]
-- Columns: digest text
WITH free AS (
  SELECT player_digest FROM rate_limits WHERE player_digest = ANY (:digests) FOR UPDATE SKIP LOCKED
)
SELECT player_digest AS "digest"
FROM rate_limits
WHERE player_digest = ANY (:digests) AND player_digest <> ALL (ARRAY(SELECT player_digest FROM free))
