-- The names of the input that were erased after their registration. Expects erased_players_pkey.
-- Parameters: names text[], registeredAts bigint[]
-- Columns: name text
SELECT named.player_id AS name
FROM unnest(:names, :registeredAts) AS named (player_id, registered_at)
JOIN erased_players ON player_digest = :digest_of_name AND erased_at >= named.registered_at
