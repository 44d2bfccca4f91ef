-- Takes tokens from the token buckets of players or servers, as many as are wanted or left; with $5 all that are wanted or none.
-- A full bucket has the tokens of a minute, and a token returns after $4 microseconds. After the clock was set back nobody waits
-- longer than a minute. The input has each bucket once, in the order of the digests. Expects rate_limits_pkey.
INSERT INTO rate_limits AS bucket (player_digest, full_at, asked_at, given)
SELECT input.player_digest, clock.now + input.wanted * $4::bigint, clock.now, input.wanted
FROM unnest($1::text[], $2::bigint[]) AS input (player_digest, wanted)
CROSS JOIN (
  SELECT coalesce($3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000000)::bigint) OFFSET 0
) AS clock (now)
ON CONFLICT (player_digest) DO UPDATE SET
  full_at = least(greatest(bucket.full_at, excluded.asked_at), excluded.asked_at + 60000000) + $4::bigint * CASE
    WHEN $5::boolean AND excluded.given > (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / $4::bigint THEN 0
    ELSE greatest(0, least(
      excluded.given,
      (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / $4::bigint
    ))
  END,
  asked_at = excluded.asked_at,
  given = CASE
    WHEN $5::boolean AND excluded.given > (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / $4::bigint THEN 0
    ELSE greatest(0, least(
      excluded.given,
      (60000000 - greatest(bucket.full_at - excluded.asked_at, 0)) / $4::bigint
    ))
  END
RETURNING player_digest AS "digest", given::float8 AS given, (full_at - asked_at)::float8 AS ahead
