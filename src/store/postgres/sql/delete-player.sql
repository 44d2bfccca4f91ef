-- Deletes the name of a player. The number is compared too, so that the erasure of an erased player never meets a later player of the
-- same name; null for any. Expects players_pkey.
-- Parameters: playerId text, onlyId bigint?
-- Columns: sequentialId float8
DELETE FROM players
WHERE player_id = :playerId AND (:onlyId IS NULL OR sequential_id = :onlyId)
RETURNING sequential_id::float8 AS "sequentialId"
