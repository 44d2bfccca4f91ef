-- Takes tokens from the token buckets of players or servers, as many as are wanted or left; with `isAllOrNone` all that are wanted or
-- none. A full bucket has the tokens of a minute, and a token returns after `perToken` microseconds. After the clock was set back nobody
-- waits longer than a minute. The input has each bucket once, in the order of the digests. Expects rate_limits_pkey.
-- Parameters: digests text[], wanted bigint[], nowMicroseconds bigint?, perToken bigint, isAllOrNone boolean
-- Columns: digest text, given float8, ahead float8
INSERT INTO rate_limits AS bucket (player_digest, full_at, asked_at, given)
SELECT input.player_digest, clock.now + input.wanted * :perToken, clock.now, input.wanted
FROM unnest(:digests, :wanted) AS input (player_digest, wanted)
CROSS JOIN (
  SELECT :present_microseconds :short_lock_wait OFFSET 0
) AS clock (now)
ON CONFLICT (player_digest) DO UPDATE SET
  full_at = least(greatest(bucket.full_at, excluded.asked_at), excluded.asked_at + 60000000) + :perToken * CASE
    WHEN :isAllOrNone AND excluded.given > (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / :perToken THEN 0
    ELSE greatest(0, least(
      excluded.given,
      (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / :perToken
    ))
  END,
  asked_at = excluded.asked_at,
  given = CASE
    WHEN :isAllOrNone AND excluded.given > (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / :perToken THEN 0
    ELSE greatest(0, least(
      excluded.given,
      (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / :perToken
    ))
  END
RETURNING player_digest AS "digest", given::float8 AS given, (full_at - asked_at)::float8 AS ahead
