-- Inserts digests of erased players that are missing.
-- Parameters: :erased_player_input
-- Columns: digest text
INSERT INTO erased_players (:erased_player_columns)
SELECT :erased_player_values
FROM :erased_player_input
ON CONFLICT DO NOTHING
RETURNING player_digest AS digest
