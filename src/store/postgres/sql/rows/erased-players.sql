-- Made by `npm run statements` of src/store/ports/rows/. A test compares both.

-- :erased_player_row: An erased player.
-- Columns: digest text, erasedAt float8
erased_players.player_digest AS "digest", erased_players.erased_at::float8 AS "erasedAt"

-- :erased_player_columns: The columns of an erased player.
player_digest, erased_at

-- :erased_player_input: The rows of an erased player, out of arrays.
-- Parameters: digest text[], erasedAt bigint[]
unnest(:digest, :erasedAt)
  AS input (player_digest, erased_at)

-- :erased_player_values: The values of an erased player after the sequential id.
input.player_digest, input.erased_at
