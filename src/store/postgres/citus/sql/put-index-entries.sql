-- Inserts or replaces the entries of players of one shard ($1) who were written ($6), for all indexes $2. The values come as in
-- update-index-entries.sql. The join with metadata makes it a task of one shard. Expects metadata_pkey and
-- metadata_index_entries_pkey.
INSERT INTO metadata_index_entries (sequential_id, index_id, value)
SELECT metadata.sequential_id, index.id,
  CASE WHEN ($4::int[])[(input.position - 1) * cardinality($2::bigint[]) + index.number] >= 0
    THEN substring($5::bytea FROM ($3::int[])[(input.position - 1) * cardinality($2::bigint[]) + index.number]
      FOR ($4::int[])[(input.position - 1) * cardinality($2::bigint[]) + index.number])
  END
FROM metadata
JOIN unnest($1::bigint[]) WITH ORDINALITY AS input (sequential_id, position) ON metadata.sequential_id = input.sequential_id
CROSS JOIN unnest($2::bigint[]) WITH ORDINALITY AS index (id, number)
WHERE metadata.sequential_id = ANY ($6::bigint[])
ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value
  WHERE metadata_index_entries.value IS DISTINCT FROM excluded.value
