-- Metadata of players (`ids`), read on behalf of other players (`readerIds`). An existing reader gets a row with an id and no name. A
-- suspension that is over counts as none. Expects metadata_pkey.
-- Parameters: ids bigint[], readerIds bigint[], now bigint?
-- Columns: sequentialId float8, playerId text?, text text?, version float8?, writtenAt float8?, suspendedUntil float8?
SELECT sequential_id::float8 AS "sequentialId", player_id AS "playerId", text, version::float8,
  written_at::float8 AS "writtenAt", :suspension_end AS "suspendedUntil"
FROM metadata
WHERE sequential_id = ANY (:ids)
UNION ALL
SELECT sequential_id::float8, NULL, NULL, NULL, NULL,
  :suspension_end
FROM metadata
WHERE sequential_id = ANY (:readerIds)
