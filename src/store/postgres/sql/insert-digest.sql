-- Notes the digest of an erased player. Expects erased_players_pkey.
-- Parameters: digest text, now bigint?
INSERT INTO erased_players (player_digest, erased_at)
VALUES (:digest, :present)
ON CONFLICT (player_digest) DO UPDATE SET erased_at = excluded.erased_at
