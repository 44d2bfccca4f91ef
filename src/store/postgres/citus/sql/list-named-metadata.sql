-- The facts of the metadata of a range of players, with the names. Expects metadata_pkey.
-- Parameters: after bigint, end bigint
-- Columns: :checked_player, textBytes float8?, indexSet float8, indexedVersion float8, labelVersion float8, label text?, foldedName text?,
--   playerId text
SELECT :checked_metadata, player_id AS "playerId"
FROM metadata
WHERE :in_range
ORDER BY metadata.sequential_id
