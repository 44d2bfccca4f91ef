-- take-tokens.sql of one server for buckets of one shard that are there. Expects rate_limits_pkey.
-- Parameters: digests text[], wanted bigint[], nowMicroseconds bigint?, perToken bigint, isAllOrNone boolean
-- Columns: digest text, given float8, ahead float8
UPDATE rate_limits AS bucket
SET full_at = least(greatest(bucket.full_at, :nowMicroseconds), :nowMicroseconds + 60000000) + :perToken * CASE
    WHEN :isAllOrNone AND input.wanted > (60000000 - greatest(bucket.full_at - :nowMicroseconds, 0)) / :perToken THEN 0
    ELSE greatest(0, least(input.wanted, (60000000 - greatest(bucket.full_at - :nowMicroseconds, 0)) / :perToken))
  END,
  asked_at = :nowMicroseconds,
  given = CASE
    WHEN :isAllOrNone AND input.wanted > (60000000 - greatest(bucket.full_at - :nowMicroseconds, 0)) / :perToken THEN 0
    ELSE greatest(0, least(input.wanted, (60000000 - greatest(bucket.full_at - :nowMicroseconds, 0)) / :perToken))
  END
FROM unnest(:digests, :wanted) AS input (player_digest, wanted)
WHERE bucket.player_digest = ANY (:digests) AND bucket.player_digest = input.player_digest
RETURNING bucket.player_digest AS "digest", bucket.given::float8 AS given, (bucket.full_at - bucket.asked_at)::float8 AS ahead
