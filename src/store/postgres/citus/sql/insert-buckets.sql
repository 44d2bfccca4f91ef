-- Makes full token buckets that are not there yet. Expects rate_limits_pkey.
INSERT INTO rate_limits (player_digest, full_at, asked_at, given)
SELECT input.player_digest, $2::bigint, $2::bigint, 0
FROM unnest($1::text[]) AS input (player_digest)
ON CONFLICT (player_digest) DO NOTHING
