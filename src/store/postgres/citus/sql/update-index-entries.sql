-- Replaces the values of entries of players of one shard ($1) who were written ($6). The values of row r at index n of $2 come as in
-- update-indexed-metadata.sql. Expects metadata_index_entries_pkey.
WITH entry AS MATERIALIZED (
  SELECT input.sequential_id, index.id AS index_id,
    CASE WHEN ($4::int[])[(input.position - 1) * cardinality($2::bigint[]) + index.number] >= 0
      THEN substring($5::bytea FROM ($3::int[])[(input.position - 1) * cardinality($2::bigint[]) + index.number]
        FOR ($4::int[])[(input.position - 1) * cardinality($2::bigint[]) + index.number])
    END AS value
  FROM unnest($1::bigint[]) WITH ORDINALITY AS input (sequential_id, position)
  CROSS JOIN unnest($2::bigint[]) WITH ORDINALITY AS index (id, number)
)
UPDATE metadata_index_entries
SET value = entry.value
FROM entry
WHERE metadata_index_entries.sequential_id = ANY ($6::bigint[])
  AND metadata_index_entries.sequential_id = entry.sequential_id AND metadata_index_entries.index_id = entry.index_id
  AND metadata_index_entries.value IS DISTINCT FROM entry.value
