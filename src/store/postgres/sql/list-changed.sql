-- The players of the input who have another version of their metadata or are suspended now, and the number of those who exist. Few of
-- many have changed, so the rows of the others do not travel. Expects metadata_pkey.
-- Parameters: ids bigint[], versions bigint[], now bigint?
-- Columns: found int, changed float8[]
SELECT count(*)::int AS found,
  coalesce(
    array_agg(metadata.sequential_id::float8)
      FILTER (WHERE metadata.version <> input.version OR metadata.suspended_until > :present),
    '{}'
  ) AS changed
FROM unnest(:ids, :versions) AS input (sequential_id, version)
JOIN metadata ON :metadata_of_input
