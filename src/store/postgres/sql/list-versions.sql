-- Kept versions of players with their contents, each player's in a range and newest first. Expects metadata_versions_pkey.
-- Parameters: ids bigint[], firsts bigint[], lasts bigint[]
-- Columns: :checked_version, content bytea
SELECT :checked_version, content
FROM unnest(:ids, :firsts, :lasts) AS input (sequential_id, first, last)
JOIN metadata_versions ON :versions_of_input
  AND version >= input.first AND version <= input.last
ORDER BY metadata_versions.sequential_id, version DESC
