-- The facts of the metadata of a range of players. Expects metadata_pkey and players_pkey.
-- Parameters: after bigint, end bigint
-- Columns: :checked_player, textBytes float8?, indexSet float8, indexedVersion float8, labelVersion float8, label text?, foldedName text?,
--   hasPlayer boolean
SELECT :checked_metadata, :has_player AS "hasPlayer"
FROM metadata
WHERE :in_range
ORDER BY metadata.sequential_id
