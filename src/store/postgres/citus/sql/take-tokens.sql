-- take-tokens.sql of one server for buckets of one shard that are there. Expects rate_limits_pkey.
UPDATE rate_limits AS bucket
SET full_at = least(greatest(bucket.full_at, $3::bigint), $3::bigint + 60000000) + $4::bigint * CASE
    WHEN $5::boolean AND input.wanted > (60000000 - greatest(bucket.full_at - $3::bigint, 0)) / $4::bigint THEN 0
    ELSE greatest(0, least(input.wanted, (60000000 - greatest(bucket.full_at - $3::bigint, 0)) / $4::bigint))
  END,
  asked_at = $3::bigint,
  given = CASE
    WHEN $5::boolean AND input.wanted > (60000000 - greatest(bucket.full_at - $3::bigint, 0)) / $4::bigint THEN 0
    ELSE greatest(0, least(input.wanted, (60000000 - greatest(bucket.full_at - $3::bigint, 0)) / $4::bigint))
  END
FROM unnest($1::text[], $2::bigint[]) AS input (player_digest, wanted)
WHERE bucket.player_digest = ANY ($1::text[]) AND bucket.player_digest = input.player_digest
RETURNING bucket.player_digest AS "digest", bucket.given::float8 AS given, (bucket.full_at - bucket.asked_at)::float8 AS ahead
