-- Made by `npm run statements` of src/store/ports/rows/. A test compares both.

-- :active_days_row: The active days of a player.
-- Columns: sequentialId float8, days text
statistics_players.sequential_id::float8 AS "sequentialId", statistics_players.days AS "days"

-- :active_days_columns: The columns of the active days of a player.
sequential_id, days

-- :active_days_input: The rows of the active days of a player, out of arrays.
-- Parameters: sequentialId bigint[], days text[]
unnest(:sequentialId, :days)
  AS input (sequential_id, days)

-- :active_days_values: The values of the active days of a player after the sequential id.
input.days
