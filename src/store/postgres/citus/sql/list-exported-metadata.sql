-- A page of players for an export, without the times of their registrations. Expects metadata_pkey.
-- Parameters: after bigint, limit int
-- Columns: :player_row
SELECT :player_row
FROM metadata
WHERE metadata.sequential_id > :after
ORDER BY metadata.sequential_id
LIMIT :limit
