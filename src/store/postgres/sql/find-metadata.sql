-- Metadata of players. A suspension that is over counts as none. Expects metadata_pkey.
-- Parameters: ids bigint[], now bigint?
-- Columns: sequentialId float8, playerId text, text text?, version float8, writtenAt float8?, suspendedUntil float8?
SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", :suspension_end AS "suspendedUntil"
FROM metadata
WHERE sequential_id = ANY (:ids)
