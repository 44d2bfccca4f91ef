-- Replaces the values of entries of players of one shard who were `written`. The values come as in entry-value.sql. Expects
-- metadata_index_entries_pkey.
-- Parameters: ids bigint[], indexIds bigint[], entryStarts int[], entryLengths int[], entryBytes bytea, written bigint[]
WITH entry AS MATERIALIZED (
  SELECT input.sequential_id, index.id AS index_id,
    :entry_value AS value
  FROM unnest(:ids) WITH ORDINALITY AS input (sequential_id, position)
  CROSS JOIN unnest(:indexIds) WITH ORDINALITY AS index (id, number)
)
UPDATE metadata_index_entries
SET value = entry.value
FROM entry
WHERE metadata_index_entries.sequential_id = ANY (:written)
  AND metadata_index_entries.sequential_id = entry.sequential_id AND metadata_index_entries.index_id = entry.index_id
  AND metadata_index_entries.value IS DISTINCT FROM entry.value
